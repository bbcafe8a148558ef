// Starts the reader: the overview is on the page already and is readable without it.

import "./page.css";
import { render } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { type Index, readIndex } from "./data";
import { Desk } from "./desk";
import { DraftsLine } from "./drafts_line";
import { NONE, shown } from "./filters";
import { Drafts, Server } from "./keeper";
import { Reader } from "./reader";
import { FIRST_UNREAD, hashOf, replace, type Route, routeOf } from "./route";
import { showTheme } from "./settings";
import { Tools } from "./tools";

function Page({ desk }: { desk: Desk }) {
  const route = useRoute(() => desk.mayLeave());
  useLayoutEffect(() => show(route), [route.reading]);
  return route.reading ? <Reader desk={desk} route={route} /> : null;
}

/** The route, which changes only when what is open may be left. */
function useRoute(mayLeave: () => Promise<boolean>): Route {
  const [hash, setHash] = useState(location.hash);
  const now = useRef(hash);
  useEffect(() => {
    const changed = async () => {
      if (location.hash === now.current) return;
      if (!(await mayLeave())) return replace(now.current || "#");
      now.current = location.hash;
      setHash(location.hash);
    };
    addEventListener("hashchange", changed);
    // It may have changed between the first look and this one.
    void changed();
    return () => removeEventListener("hashchange", changed);
  }, []);
  return routeOf(hash);
}

const title = document.title;

/** Where a review starts: at what most needs reading, among all disagreements. Where all were read, the overview says so. */
function firstUnread(index: Index): string {
  const place = shown(index, { ...NONE, is: ["unread"] }).items[0];
  return place === undefined ? "#" : hashOf({ ...NONE, is: ["disagreement"] }, index.ids[place]);
}

/** The overview is left in place, hidden, so that coming back is at once. */
function show({ reading }: Route): void {
  document.getElementById("overview")!.hidden = reading;
  document.getElementById("reader")!.hidden = !reading;
  if (reading) return;
  document.title = title;
  document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

async function start(): Promise<void> {
  render(<Tools />, document.getElementById("tools")!);
  const reader = document.getElementById("reader")!;
  try {
    const index = await readIndex();
    const drafts = index.live ? null : new Drafts(index);
    const desk = new Desk(index, drafts ?? new Server(), drafts?.lines() ?? []);
    if (location.hash === FIRST_UNREAD) replace(firstUnread(desk.index));
    render(<Page desk={desk} />, reader);
    if (drafts) render(<DraftsLine desk={desk} drafts={drafts} />, document.getElementById("drafts")!);
    addEventListener("beforeunload", (event) => {
      if (desk.unsaved || (drafts && !drafts.stored && drafts.lines().length)) event.preventDefault();
    });
  } catch {
    reader.textContent = "This browser cannot open the items. report.md, beside this file, holds the disagreements.";
    reader.hidden = false;
  }
}

showTheme();
addEventListener("DOMContentLoaded", () => void start());
