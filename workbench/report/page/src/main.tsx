// Starts the reader: the overview is on the page already and is readable without it.

import "./page.css";
import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { type Index, readIndex } from "./data";
import { Reader } from "./reader";
import { type Route, routeOf } from "./route";
import { showTheme } from "./settings";
import { Tools } from "./tools";

function Page({ index }: { index: Index }) {
  const route = useRoute();
  useEffect(() => show(route), [route.reading]);
  return route.reading ? <Reader index={index} route={route} /> : null;
}

function useRoute(): Route {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const changed = () => setHash(location.hash);
    addEventListener("hashchange", changed);
    // It may have changed between the first look and this one.
    changed();
    return () => removeEventListener("hashchange", changed);
  }, []);
  return routeOf(hash);
}

const title = document.title;

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
    render(<Page index={await readIndex()} />, reader);
  } catch {
    reader.textContent = "This browser cannot open the items. report.md, beside this file, holds the disagreements.";
    reader.hidden = false;
  }
}

showTheme();
addEventListener("DOMContentLoaded", () => void start());
