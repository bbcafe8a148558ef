// What people decided, and what of it holds now: the last word on an item counts. As `Decisions` of records/decision.py.

import type { Choice, Index, Item, Line, Opinion, Ruling } from "./data";

export class Book {
  private readonly choices: Map<string, Choice>;
  private readonly lines = new Map<string, Line[]>();
  private readonly all: Line[] = [];

  constructor(choices: Choice[], lines: Line[]) {
    this.choices = new Map(choices.map((choice) => [choice.name, choice]));
    lines.forEach((line) => this.add(line));
  }

  /** Adds a line at the end; one that is there already stays where it is. */
  add(line: Line): void {
    const known = this.lines.get(line.item) ?? [];
    if (known.some(({ id }) => id === line.id)) return;
    this.lines.set(line.item, [...known, line]);
    this.all.push(line);
  }

  /** The last line about an item. */
  last(item: string): Line | undefined {
    return this.lines.get(item)?.at(-1);
  }

  /** The line that stood before the last one about an item. */
  beforeLast(item: string): Line | undefined {
    const prev = this.last(item)?.prev;
    return this.lines.get(item)?.find(({ id }) => id === prev);
  }

  /** What holds for a judge version on an item: a decision about its text, or the version's own. */
  on(item: string, rule: string, judgeId: string): Line | undefined {
    const lines = this.lines.get(item) ?? [];
    const text = lines.findLast((line) => line.judges.some((one) => one.rule === rule));
    if (text && this.aboutText(text)) return text;
    const own = lines.findLast((line) => line.judges.some((one) => one.rule === rule && one.judge_id === judgeId));
    return own && !this.aboutText(own) ? own : undefined;
  }

  /** Whether a disagreement was decided. An unclear rubric settles nothing: it stays an open question. */
  settles(item: string, rule: string, judgeId: string): boolean {
    const decision = this.on(item, rule, judgeId)?.decision;
    return decision !== undefined && decision !== null && decision !== "rubric_unclear";
  }

  /** What was decided on the item for another version of the judge: to be confirmed or not, it does not hold here. */
  before(item: string, rule: string, judge: string, judgeId: string): Line | undefined {
    const of = (line: Line) =>
      line.judges.some((one) => one.rule === rule && one.judge === judge && one.judge_id !== judgeId);
    const found = this.lines.get(item)?.findLast(of);
    return found?.decision && !this.aboutText(found) ? found : undefined;
  }

  /** Whether a person found the trusted answer bad that an item was made from. */
  doubts(index: Index, item: Item): boolean {
    return [...this.lines.keys()].some((id) => {
      if (this.last(id)?.decision !== "trusted_answer_bad") return false;
      const place = placeOf(index, id);
      if (place < 0 || index.cases[index.case[place]!]![0] !== item.case) return false;
      return item.rulings.some(({ rule }) => this.on(id, rule, "")?.decision === "trusted_answer_bad");
    });
  }

  /** The last lines, the newest first, one an item. */
  recent(count: number): Line[] {
    const items = [...new Set(this.all.map(({ item }) => item).reverse())].slice(0, count);
    return items.map((item) => this.last(item)!);
  }

  words(decision: string | null): string {
    return decision === null ? "not decided" : (this.choices.get(decision)?.words ?? decision);
  }

  private aboutText(line: Line): boolean {
    return line.decision !== null && this.choices.get(line.decision)?.text === true;
  }
}

/** Place of an item. A link may hold more or less of the id than this report needs to tell its items apart. */
export function placeOf(index: Index, id: string): number {
  if (!id) return -1;
  const exact = index.ids.indexOf(id);
  return exact >= 0 ? exact : index.ids.findIndex((one) => one.startsWith(id) || id.startsWith(one));
}

/** The judges whose disagreement on an item is decided: those that the list is about, or else all that disagree. */
export function disputed(item: Item, first: number[]): { ruling: Ruling; opinion: Opinion }[] {
  const all = item.rulings.flatMap((ruling) =>
    ruling.opinions.filter(({ kind }) => kind).map((opinion) => ({ ruling, opinion })),
  );
  const some = all.filter(({ opinion }) => first.includes(opinion.judge));
  return some.length ? some : all;
}

/** Why a decision cannot be taken on an item; empty where it can. As `why_not` of records/decision.py, but for notes. */
export function whyNot(choice: Choice, item: Item): string {
  if (!disputed(item, []).length) return "No judge disagrees with the key on this item, so there is nothing to decide.";
  if (item.rulings.some(({ set }) => choice.sets.includes(set))) return "";
  return `Not saved: “${choice.words}” is for what the workbench changed, and nothing was planted in this item.`;
}

/** The index once an item was decided on: for each judge, whether the item is still to be read. */
export function reread(index: Index, book: Book, item: string): Index {
  const place = placeOf(index, item);
  if (place < 0) return index;
  const states = [...index.states];
  const said = index.said.map((row, judge) => {
    const state = index.states[row[place]!];
    if (!state?.tags.includes("disagreement")) return row;
    const { id, rule } = index.judges[judge]!;
    const key = index.keys[index.rulings[rule]![place]!]!;
    const read = book.settles(item, key.rule, id) ? "read" : "unread";
    const tags = [...state.tags.filter((tag) => tag !== "read" && tag !== "unread"), read];
    const same = states.findIndex((one) => one.marks === state.marks && sameTags(one.tags, tags));
    const at = same >= 0 ? same : states.push({ ...state, tags }) - 1;
    return row.with(place, at);
  });
  return { ...index, states, said };
}

function sameTags(one: string[], other: string[]): boolean {
  return one.length === other.length && one.every((tag) => other.includes(tag));
}
