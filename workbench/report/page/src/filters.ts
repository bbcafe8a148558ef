// Which items are shown. An item is there when one judge on it passes every filter, so a count is always of items.

import type { Index, Key } from "./data";

export const NAMES = ["judge", "model", "set", "style", "must", "length", "evidence", "is"] as const;
export type Name = (typeof NAMES)[number];

/** Values of one name widen each other, but for `is`: all of those must hold. */
export interface Filters extends Record<Name, string[]> {
  q: string;
}

/** The names that a list can be narrowed by, and for each of their values how many items it would leave. */
export const FACETS = ["judge", "model", "set", "style", "outcome", "unread"] as const;
export type Facet = (typeof FACETS)[number];

export interface Shown {
  /** Places of the items, what most needs reading first. */
  items: number[];
  counts: Record<Facet, Map<string, number>>;
}

export const NONE: Filters = { judge: [], model: [], set: [], style: [], must: [], length: [], evidence: [], is: [], q: "" };

const UNREAD = "unread";

/** More than any rank of a state. */
const RANKS = 16;
const BIT = {
  judge: 1,
  model: 2,
  set: 4,
  style: 8,
  must: 16,
  outcome: 32,
  unread: 64,
  length: 128,
  evidence: 256,
};

export function shown(index: Index, filters: Filters): Shown {
  const judges = index.judges.map(
    (judge) => fails("judge", filters, judge.name) | fails("model", filters, judge.model),
  );
  const keys = index.keys.map((key) => keyFails(filters, key));
  const states = index.states.map((state) => stateFails(filters, state.tags));
  const wanted = casesWith(index, filters.q);
  const order = keyOrder(index);
  const counts = new Counts(index);
  const found: number[] = [];
  for (let item = 0; item < index.ids.length; item++) {
    if (wanted && !wanted(item)) continue;
    let best = Infinity;
    for (let judge = 0; judge < judges.length; judge++) {
      const at = index.said[judge]![item]!;
      if (at < 0) continue;
      const rule = index.judges[judge]!.rule;
      const key = index.rulings[rule]![item]!;
      const failed = judges[judge]! | keys[key]! | states[at]!;
      // More than one filter stands in the way: no count of any would change.
      if (failed & (failed - 1)) continue;
      counts.add(item, judge, key, at, failed);
      if (failed) continue;
      const first = index.first[rule]![item] ?? 0;
      best = Math.min(best, (first * RANKS + index.states[at]!.rank) * order.length + order[key]!);
    }
    if (best < Infinity) found.push(best * index.ids.length + item);
  }
  const sorted = Float64Array.from(found).sort();
  return { items: Array.from(sorted, (one) => one % index.ids.length), counts: counts.byValue() };
}

/** The judges on an item that pass every filter, the one that most needs reading first. */
export function judgesShown(index: Index, filters: Filters, item: number): number[] {
  const found = index.judges.flatMap((judge, place) => {
    const state = index.states[index.said[place]![item]!];
    const key = index.keys[index.rulings[judge.rule]![item]!];
    if (!state || !key) return [];
    const failed =
      fails("judge", filters, judge.name) |
      fails("model", filters, judge.model) |
      keyFails(filters, key) |
      stateFails(filters, state.tags);
    return failed ? [] : [{ place, rank: state.rank }];
  });
  return found.sort((a, b) => a.rank - b.rank || a.place - b.place).map(({ place }) => place);
}

export function outcomes(filters: Filters): string[] {
  return filters.is.filter((tag) => tag !== UNREAD);
}

export function unreadOnly(filters: Filters): boolean {
  return filters.is.includes(UNREAD);
}

const OF_ITEMS = ["set", "style", "must", "length", "evidence"] as const;

function keyFails(filters: Filters, key: Key): number {
  return OF_ITEMS.reduce((failed, name) => failed | fails(name, filters, key[name]), 0);
}

function fails(name: Exclude<Name, "is">, filters: Filters, value: string): number {
  return !filters[name].length || filters[name].includes(value) ? 0 : BIT[name];
}

function stateFails(filters: Filters, tags: string[]): number {
  const outcome = outcomes(filters).every((tag) => tags.includes(tag)) ? 0 : BIT.outcome;
  return outcome | (unreadOnly(filters) && !tags.includes(UNREAD) ? BIT.unread : 0);
}

function casesWith(index: Index, q: string): ((item: number) => boolean) | null {
  const words = q.trim().toLowerCase();
  if (!words) return null;
  const cases = index.cases.map((texts) => texts.some((text) => text.toLowerCase().includes(words)));
  return (item) => cases[index.case[item]!]! || index.ids[item]!.startsWith(words);
}

function keyOrder(index: Index): number[] {
  const sets = Object.keys(index.sets);
  const places = index.keys.map((_, place) => place);
  places.sort((a, b) => {
    const [one, other] = [index.keys[a]!, index.keys[b]!];
    return sets.indexOf(one.set) - sets.indexOf(other.set) || (one.style < other.style ? -1 : 1);
  });
  return index.keys.map((_, place) => places.indexOf(place));
}

/** Counts each item once a value, however many judges bring it there. Values are numbers here: this is the hot loop. */
class Counts {
  private readonly values: [Facet, string][] = [];
  private readonly places = new Map<string, number>();
  private readonly ofJudge: number[][];
  private readonly ofKey: number[][];
  private readonly ofState: number[][];
  private readonly count: Int32Array;
  private readonly last: Int32Array;
  private readonly bit: number[];

  constructor(index: Index) {
    this.ofJudge = index.judges.map(({ name, model }) => [this.place("judge", name), this.place("model", model)]);
    this.ofKey = index.keys.map(({ set, style }) => [this.place("set", set), this.place("style", style)]);
    this.ofState = index.states.map(({ tags }) =>
      tags.map((tag) => this.place(tag === UNREAD ? "unread" : "outcome", tag)),
    );
    this.count = new Int32Array(this.values.length);
    this.last = new Int32Array(this.values.length).fill(-1);
    this.bit = this.values.map(([facet]) => BIT[facet]);
  }

  add(item: number, judge: number, key: number, at: number, failed: number): void {
    this.each(this.ofJudge[judge]!, item, failed);
    this.each(this.ofKey[key]!, item, failed);
    this.each(this.ofState[at]!, item, failed);
  }

  byValue(): Shown["counts"] {
    const counts = Object.fromEntries(FACETS.map((facet) => [facet, new Map<string, number>()])) as Shown["counts"];
    this.values.forEach(([facet, value], place) => counts[facet].set(value, this.count[place]!));
    return counts;
  }

  private each(places: number[], item: number, failed: number): void {
    for (const place of places) {
      if ((failed && failed !== this.bit[place]) || this.last[place] === item) continue;
      this.last[place] = item;
      this.count[place]!++;
    }
  }

  private place(facet: Facet, value: string): number {
    const name = `${facet} ${value}`;
    const known = this.places.get(name);
    if (known !== undefined) return known;
    this.places.set(name, this.values.length);
    return this.values.push([facet, value]) - 1;
  }
}
