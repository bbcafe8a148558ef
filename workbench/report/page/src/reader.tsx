// The view that reads items: a list, the item that is open, and the keys to walk through them.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { type Index, type Item, readItem, stateOf } from "./data";
import { Decide, decideCommand, disputed } from "./decide";
import { FilterBar } from "./filter_bar";
import { type Filters, judgesShown, shown } from "./filters";
import { ItemView, MODES, type Mode } from "./item";
import { type Act, Legend, useKeys } from "./keys";
import { List, PAGE } from "./list";
import { hashOf, replace, type Route } from "./route";
import { plain } from "./text";

export function Reader({ index, route }: { index: Index; route: Route }) {
  const { filters } = route;
  const told = JSON.stringify(filters);
  const { items, counts } = useMemo(() => shown(index, filters), [index, told]);
  const open = useMemo(() => placeOf(index, route.item), [index, route.item]);
  const at = items.indexOf(open);
  const [page, turn] = useState(0);
  const [picked, pick] = useState<Picked | null>(null);
  const [legend, showLegend] = useState(false);
  const [status, say] = useState("");
  const heading = useRef<HTMLHeadingElement>(null);
  const item = useItem(index, open, items[at + 1]);
  const { mode, chosen } = picked && picked.id === item?.id ? picked : asItComes(item);
  const setMode = (to: Mode) => item && pick({ id: item.id, mode: to, chosen });

  useEffect(() => turn(at < 0 ? 0 : Math.floor(at / PAGE)), [told, at]);
  useEffect(() => {
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

  const change = (to: Filters) => replace(hashOf(to, route.item));
  const go = (place: number | undefined) => {
    if (place === undefined) say("There is no other one in that direction.");
    else location.hash = hashOf(filters, index.ids[place]!);
  };
  const isUnread = (place: number) =>
    judgesShown(index, filters, place).some((judge) => stateOf(index, judge, place).tags.includes("unread"));
  const decide = (place: number) => {
    const [name, words] = index.decisions[place]!;
    if (!item) return;
    if (!disputed(item)) return say("No judge disagrees with the key on this item, so there is nothing to decide.");
    pick({ id: item.id, mode, chosen: place });
    copy(decideCommand(index, item, name), `${words}: the command that writes it down is copied.`, say);
  };
  const acts: Act[] = [
    { key: "j", does: "next item", act: () => go(items[at + 1]) },
    { key: "k", does: "item before", act: () => go(at > 0 ? items[at - 1] : undefined) },
    { key: "n", does: "next unread item", act: () => go(items.slice(at + 1).find(isUnread)) },
    { key: "N", does: "unread item before", act: () => go(items.slice(0, Math.max(at, 0)).findLast(isUnread)) },
    { key: "d", does: "change: marked, before, after, side by side", act: () => setMode(following(mode)) },
    { key: "p", does: "to the first changed passage", act: toPassage },
    { key: "r", does: "rubric of the first judge", act: toRubric },
    ...index.decisions.map(([, words], place) => ({
      key: String(place + 1),
      does: `${words}: copy the command that says so`,
      act: () => decide(place),
    })),
    { key: "c", does: "copy the link to this item", act: () => copy(location.href, "The link is copied.", say) },
    { key: "/", does: "find", act: () => document.querySelector<HTMLElement>(".find")?.focus() },
    { key: "o", does: "overview", act: () => (location.hash = "#standing") },
    { key: "?", does: "this list", act: () => showLegend(true) },
  ];
  useKeys(acts);

  return (
    <main class={`reader${route.item ? " has-item" : ""}`}>
      <div class="side">
        <h1>Items</h1>
        <FilterBar index={index} filters={filters} counts={counts} change={change} />
        <p class="count" data-testid="count">
          {items.length.toLocaleString("en")} of {index.ids.length.toLocaleString("en")}{" "}
          {index.ids.length === 1 ? "item" : "items"}
        </p>
        {items.length === 0 && <p class="empty">No item is all of this. Remove a filter.</p>}
        <List index={index} filters={filters} items={items} open={open} page={page} turn={turn} />
      </div>
      <div class="open">
        <p class="walk">
          <a class="to-list" href={hashOf(filters)}>
            To the list
          </a>
          <button aria-keyshortcuts="k" disabled={at <= 0} onClick={() => go(items[at - 1])}>
            <kbd>k</kbd> before
          </button>
          <button aria-keyshortcuts="j" disabled={at + 1 >= items.length} onClick={() => go(items[at + 1])}>
            <kbd>j</kbd> next
          </button>
          <button aria-keyshortcuts="?" onClick={() => showLegend(true)}>
            <kbd>?</kbd> keys
          </button>
          <span>{at < 0 ? "" : `${(at + 1).toLocaleString("en")} of ${items.length.toLocaleString("en")}`}</span>
        </p>
        <p role="status" data-testid="live" class="status">
          {status}
        </p>
        {item ? (
          <>
            <ItemView
              index={index}
              item={item}
              first={judgesShown(index, filters, open)}
              mode={mode}
              setMode={setMode}
              heading={heading}
            />
            <Decide index={index} item={item} chosen={chosen} choose={decide} />
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
  chosen: number;
}

function asItComes(item: Item | null): Picked {
  return { id: item?.id ?? "", mode: item?.whole ? "side by side" : "marked", chosen: -1 };
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
  }, [index, open]);
  return item;
}

/** A link may hold more or less of the id than this report needs to tell its items apart. */
function placeOf(index: Index, id: string): number {
  if (!id) return -1;
  const exact = index.ids.indexOf(id);
  return exact >= 0 ? exact : index.ids.findIndex((one) => one.startsWith(id) || id.startsWith(one));
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

