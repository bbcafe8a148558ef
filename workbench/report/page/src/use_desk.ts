// Draws a part of the page again whenever something changes on the desk.

import { useEffect, useReducer } from "preact/hooks";
import type { Desk } from "./desk";

export function useDesk(desk: Desk): void {
  const [, draw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => desk.watch(() => draw(undefined)), [desk]);
}
