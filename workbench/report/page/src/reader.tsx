// The view that reads items: a list, the item that is open, and the keys to walk through them.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { disputed, placeOf } from "./book";
import { type Index, type Item, readItem, stateOf } from "./data";
import { Decide, Live } from "./decide";
import type { Desk } from "./desk";
import { FilterBar } from "./filter_bar";
import { type Filters, judgesShown, outcomes, shown } from "./filters";
import { ItemView, MODES, type Mode } from "./item";
import { type Act, Legend, useKeys } from "./keys";
import { List, PAGE } from "./list";
import { Recent } from "./recent";
import { hashOf, replace, type Route } from "./route";
import { blind, setBlind } from "./settings";
import { plain } from "./text";
import { useDesk } from "./use_desk";

export function Reader({ desk, route }: { desk: Desk; route: Route }) {
  useDesk(desk);
  const { index } = desk;
  const { filters } = route;
  const told = JSON.stringify(filters);
  const { items, counts } = useMemo(() => shown(index, filters), [index, told]);
  const open = useMemo(() => placeOf(index, route.item), [index.ids, route.item]);
  const at = items.indexOf(open);
  const [page, turn] = useState(0);
  const [picked, pick] = useState<Picked | null>(null);
  const [legend, showLegend] = useState(false);
  const [status, say] = useState("");
  const heading = useRef<HTMLHeadingElement>(null);
  const note = useRef<HTMLTextAreaElement>(null);
  // An item that was decided may leave the list; the one that took its place is the next.
  const stood = useRef(0);
  if (at >= 0) stood.current = at;
  const next = items[at < 0 && open >= 0 ? stood.current : at + 1];
  const item = useItem(index, open, next);
  const { mode } = picked && picked.id === item?.id ? picked : asItComes(item);
  const setMode = (to: Mode) => item && pick({ id: item.id, mode: to });
  // Whether a judge is unread changes with a decision; which judges the decision is about must not.
  const first = open < 0 ? [] : judgesShown(index, { ...filters, is: outcomes(filters) }, open);
  const decidable = item !== null && disputed(item, []).length > 0;
  const hidden = item !== null && desk.hides(item);

  // All before the first paint: whoever sees an item has the focus on it, and decides on this one and on no other.
  useLayoutEffect(() => turn(at < 0 ? 0 : Math.floor(at / PAGE)), [told, at]);
  useLayoutEffect(() => {
    if (!item) {
      document.title = "Items of the judge trust report";
      return;
    }
    say("");
    document.title = `${item.case}: ${plain(item.question)}`;
    heading.current?.focus();
    heading.current?.scrollIntoView({ block: "nearest" });
    document.querySelector(".rows [aria-current=true]")?.scrollIntoView({ block: "nearest" });
  }, [item]);
  useLayoutEffect(() => {
    if (item) desk.open(item, first);
  }, [item, first.join()]);
  useLayoutEffect(() => {
    if (item && !hidden) desk.sees(item);
  }, [item, hidden]);

  const change = (to: Filters) => replace(hashOf(to, route.item));
  const go = (place: number | undefined) => {
    if (place === undefined) say("There is no other one in that direction.");
    else location.hash = hashOf(filters, index.ids[place]!);
  };
  const isUnread = (place: number) =>
    judgesShown(index, filters, place).some((judge) => stateOf(index, judge, place).tags.includes("unread"));
  const unread = counts.unread.get("unread") ?? 0;
  const nextUnread = () => go(items.slice(at < 0 ? stood.current : at + 1).find(isUnread) ?? items.find(isUnread));
  const leaveNote = () => (heading.current ?? document.body).focus();
  const acts: Act[] = [
    { key: "j", does: "next item", act: () => go(next) },
    { key: "k", does: "item before", act: () => go(items[(at < 0 ? stood.current : at) - 1]) },
    { key: "n", does: "next unread item", act: nextUnread },
    { key: "N", does: "unread item before", act: () => go(items.slice(0, Math.max(at, 0)).findLast(isUnread)) },
    { key: "d", does: "change: marked, before, after, side by side", act: () => setMode(following(mode)) },
    { key: "p", does: "to the first changed passage", act: toPassage },
    { key: "r", does: "rubric of the first judge", act: toRubric },
    ...index.decisions.map((choice, place) => ({
      key: String(place + 1),
      does: `decide: ${choice.words}`,
      act: () => item && desk.choose(choice),
    })),
    { key: "u", does: "undo the last decision on this item", act: () => item && desk.undo() },
    { key: "e", does: "write a note; Esc leaves it, Ctrl+Enter goes on to the next unread item", act: () => note.current?.focus() },
    { key: "b", does: "hide what judges said until a first decision, or not", act: turnBlind },
    ...(hidden ? [{ key: "space", does: "show what judges said", act: () => item && desk.sees(item) }] : []),
    { key: "c", does: "copy the link to this item", act: () => copy(location.href, "The link is copied.", say) },
    { key: "/", does: "find", act: () => document.querySelector<HTMLElement>(".find")?.focus() },
    { key: "o", does: "overview", act: () => (location.hash = "#standing") },
    { key: "?", does: "this list", act: () => showLegend(true) },
  ];
  function turnBlind(): void {
    setBlind(!blind());
    say(blind() ? "What judges said is hidden until a first decision." : "What judges said is shown at once.");
  }
  useKeys(acts);

  return (
    <main class={`reader${route.item ? " has-item" : ""}`}>
      <div class="side">
        <h1>Items</h1>
        <FilterBar index={index} filters={filters} counts={counts} change={change} />
        <p class="count" data-testid="count">
          {items.length.toLocaleString("en")} of {index.ids.length.toLocaleString("en")}{" "}
          {index.ids.length === 1 ? "item" : "items"}
          {unread > 0 && <span class="left">, {unread.toLocaleString("en")} to read</span>}
        </p>
        <label class="blind">
          <input type="checkbox" data-testid="blind" checked={blind()} onChange={turnBlind} /> Blind first look
        </label>
        {items.length === 0 && <p class="empty">No item is all of this. Remove a filter.</p>}
        <List index={index} filters={filters} items={items} open={open} page={page} turn={turn} />
        <Recent desk={desk} filters={filters} />
      </div>
      <div class="open">
        <p class="walk">
          <a class="to-list" href={hashOf(filters)}>
            To the list
          </a>
          <button aria-keyshortcuts="k" disabled={at <= 0} onClick={() => go(items[at - 1])}>
            <kbd>k</kbd> before
          </button>
          <button aria-keyshortcuts="j" disabled={next === undefined} onClick={() => go(next)}>
            <kbd>j</kbd> next
          </button>
          <button aria-keyshortcuts="n" disabled={!unread} onClick={nextUnread}>
            <kbd>n</kbd> next unread
          </button>
          <button aria-keyshortcuts="?" onClick={() => showLegend(true)}>
            <kbd>?</kbd> keys
          </button>
          <span>{at < 0 ? "" : `${(at + 1).toLocaleString("en")} of ${items.length.toLocaleString("en")}`}</span>
        </p>
        {!decidable && <Live status={desk.said || status} />}
        {item ? (
          <>
            <ItemView
              desk={desk}
              item={item}
              first={first}
              hidden={hidden}
              mode={mode}
              setMode={setMode}
              heading={heading}
            />
            {decidable && (
              <Decide
                desk={desk}
                status={desk.said || status}
                note={note}
                leaveNote={leaveNote}
                nextUnread={nextUnread}
              />
            )}
          </>
        ) : (
          <p class="empty">{open < 0 && (route.item ? missing(index, route.item) : "Choose an item, or press j.")}</p>
        )}
      </div>
      <Legend acts={acts} open={legend} close={() => showLegend(false)} />
    </main>
  );
}

/** What was picked on one item; the next one comes as it is. */
interface Picked {
  id: string;
  mode: Mode;
}

function asItComes(item: Item | null): Picked {
  return { id: item?.id ?? "", mode: item?.whole ? "side by side" : "marked" };
}

function following(mode: Mode): Mode {
  return MODES[(MODES.indexOf(mode) + 1) % MODES.length]!;
}

/** The item that is open, once its chunk is; until then the one before stays, so that nothing flickers. */
function useItem(index: Index, open: number, next: number | undefined): Item | null {
  const [item, setItem] = useState<Item | null>(null);
  useEffect(() => {
    let wanted = true;
    if (open < 0) setItem(null);
    else
      void readItem(index, open).then((found) => {
        if (wanted) setItem(found);
        if (next !== undefined) void readItem(index, next);
      });
    return () => {
      wanted = false;
    };
  }, [index.ids, open]);
  return item;
}

function missing(index: Index, id: string): string {
  return `Item ${id} is not in this report (run ${index.run}).`;
}

function toPassage(): void {
  const changed = document.querySelector<HTMLDetailsElement>(".passages details.changed");
  unfold(changed ?? document.querySelector<HTMLDetailsElement>(".passages details"));
}

function toRubric(): void {
  unfold(document.querySelector<HTMLDetailsElement>(".rubric"));
}

function unfold(part: HTMLDetailsElement | null): void {
  if (!part) return;
  part.open = true;
  part.querySelector("summary")?.focus();
  part.scrollIntoView({ block: "nearest" });
}

function copy(text: string, done: string, say: (words: string) => void): void {
  const copied = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error("no clipboard"));
  copied.then(
    () => say(done),
    () => say(`This browser lets nothing be copied from here. Take it from this line: ${text}`),
  );
}

