// Single keys, their legend, and the switch that turns them off (WCAG 2.1.4).

import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { keysOn } from "./settings";

export interface Act {
  key: string;
  does: string;
  act: () => void;
}

/** Lets single keys act. None does while somebody types, with Ctrl, Alt or Meta, in a dialog, or when switched off. */
export function useKeys(acts: Act[]): void {
  const now = useRef(acts);
  now.current = acts;
  // Before the first paint: whoever sees the list can press a key.
  useLayoutEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (!keysOn() || event.ctrlKey || event.altKey || event.metaKey || event.isComposing || typing(event)) return;
      const found = now.current.find(({ key }) => key === (event.key === " " ? "space" : event.key));
      if (!found || (found.key === "space" && pressing(event))) return;
      event.preventDefault();
      found.act();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, []);
}

function typing(event: KeyboardEvent): boolean {
  const target = event.target;
  return target instanceof Element && target.closest("input:not([type=checkbox]), textarea, select, dialog") !== null;
}

/** Space presses what has the focus. */
function pressing(event: KeyboardEvent): boolean {
  return event.target instanceof Element && event.target.closest("button, a, summary, input") !== null;
}

export function Legend({ acts, open, close }: { acts: Act[]; open: boolean; close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open) dialog.current?.showModal();
  }, [open]);
  return (
    <dialog ref={dialog} class="legend-of-keys" aria-labelledby="legend-title" onClose={close}>
      <header>
        <h2 id="legend-title">Keys</h2>
        <button onClick={() => dialog.current?.close()}>Close</button>
      </header>
      <dl>
        {acts.map(({ key, does }) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </dialog>
  );
}
