// What `page_data.py` wrote: the index at once, the chunks when they are needed. Everything in it is text, never HTML.

export interface Judge {
  id: string;
  name: string;
  model: string;
  /** Place of its rule in `Index.rulings`. */
  rule: number;
  label: string[];
  /** The rubric of a model judge; empty for any other. */
  rubric: string;
}

export interface Key {
  rule: string;
  set: string;
  style: string;
  must: string;
  /** Slice of the answer's length, and of the rank of the evidence; empty where it is not known. */
  length: string;
  evidence: string;
}

/** What can be said of a judge on an item, shared by all pairs of which the same can be said. */
export interface State {
  marks: string;
  tags: string[];
  rank: number;
}

/** A judge of one version, under the rule that it judges by. */
export interface Version {
  rule: string;
  judge: string;
  judge_id: string;
}

/** One line of decisions.jsonl: what somebody decided on an item, took back or noted. */
export interface Line {
  id: string;
  /** The line about the item that its writer knew last; empty where there was none. */
  prev: string;
  at: string;
  by: string;
  item: string;
  judges: Version[];
  decision: string | null;
  note: string;
  saw_reasons: boolean | null;
}

/** One of the four decisions; its place, from 1, is its key for ever. */
export interface Choice {
  name: string;
  words: string;
  /** The sets on whose items it can be taken. */
  sets: string[];
  /** Whether it is about the text: then it holds for every judge and needs a note. */
  text: boolean;
}

export type Signs = Record<string, string>;

export interface Index {
  format: number;
  run: string;
  /** Names this report among all others, for what a browser keeps of it. */
  name: string;
  /** Whether the page is served, and decisions go to who serves it. */
  live: boolean;
  chunk: number;
  /** In the chunks of a small page, what each sign stands for; null in a large page. */
  signs: Signs | null;
  sets: Record<string, string>;
  /** The tags in their order. */
  tags: string[];
  decisions: Choice[];
  /** What people decided on these items, in the order in which it was written. */
  decided: Line[];
  judges: Judge[];
  /** Id and question. */
  cases: [string, string][];
  keys: Key[];
  states: State[];
  ids: string[];
  /** Item to its place in `cases`. */
  case: number[];
  /** Rule, item: place in `keys`, or -1. */
  rulings: number[][];
  /** Rule, item: place among those to read first, or how many those are; empty where none are. */
  first: number[][];
  /** Judge, item: place in `states`, or -1. */
  said: number[][];
}

export type Segment = [mark: 0 | 1 | 2, text: string];

export interface Saying {
  verdict: string;
  reason: string;
  evidence: string;
  repeats: number[];
  /** The quote, where it was found, and that in words. */
  quotes: [text: string, found: string, words: string][];
}

export interface Opinion {
  judge: number;
  kind: string;
  other_reason: boolean;
  verdicts: string[];
  sayings: Saying[];
}

export interface Ruling extends Omit<Key, "length" | "evidence"> {
  proof: string;
  opinions: Opinion[];
}

export interface Passage {
  id: string;
  title: string;
  changed: boolean;
  text: Segment[];
}

export interface Item {
  id: string;
  case: string;
  question: string;
  answer: Segment[];
  whole: boolean;
  notes: string[];
  passages: Passage[];
  rulings: Ruling[];
}

/** What is said of a judge on an item that it was asked about. */
export function stateOf(index: Index, judge: number, item: number): State {
  return index.states[index.said[judge]![item]!]!;
}

const kept = new Map<number, Promise<Item[]>>();
const KEPT = 8;

export function readIndex(): Promise<Index> {
  return unpack<Index>("index");
}

export async function readItem(index: Index, place: number): Promise<Item> {
  const items = await readChunk(index, Math.floor(place / index.chunk));
  const item = items[place % index.chunk];
  if (!item) throw new Error(`item ${place} is not in its chunk`);
  return item;
}

function readChunk(index: Index, number: number): Promise<Item[]> {
  const chunk = kept.get(number) ?? unpack<Item[]>(`chunk-${number}`, index.signs);
  kept.delete(number);
  kept.set(number, chunk);
  for (const oldest of kept.keys()) {
    if (kept.size <= KEPT) break;
    kept.delete(oldest);
  }
  return chunk;
}

/** `_SIGNS` of packing.py. */
const SIGNS = /[\x01-\x1f\x80-\u07ff]/g;

async function unpack<T>(id: string, signs: Signs | null = null): Promise<T> {
  const packed = document.getElementById(id)?.textContent ?? "";
  const bytes = Uint8Array.from(atob(packed.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const text = await new Response(stream).text();
  return JSON.parse(signs ? text.replace(SIGNS, (sign) => signs[sign] ?? sign) : text) as T;
}
