// What is being decided on the item that is open: it is kept as it is chosen and typed, and nothing is lost on the way.

import { Book, disputed, reread, whyNot } from "./book";
import type { Choice, Index, Item, Line, Version } from "./data";
import { type Keeper, newId, type Wish } from "./keeper";
import { blind } from "./settings";
import { plain } from "./text";

const TYPING_ENDS_MS = 400;
const AGAIN_MS = 1000;

type Keeping = "idle" | "typing" | "saving" | "lost" | "conflict";

export class Desk {
  readonly book: Book;
  index: Index;
  note = "";
  /** The decision that is shown as chosen. */
  chosen: string | null = null;
  keeping: Keeping = "idle";
  /** What is said of the keeping, and what else is said. */
  standing = "";
  said = "";
  /** What somebody else decided meanwhile. */
  theirs: Line | null = null;

  private item: Item | null = null;
  private judges: Version[] = [];
  private readonly keeper: Keeper;
  /** The notes that were sent from here, by line: they come back with hidden characters written out. */
  private readonly sent = new Map<string, string>();
  private trying: Wish | null = null;
  /** Whether no decision is what is to be kept, and not only what is not chosen yet. */
  private takesBack = false;
  /** Why what was typed is not kept, where it is not on its way. */
  private why = "";
  private readonly seen = new Set<string>();
  private readonly watchers = new Set<() => void>();
  private timer = 0;
  private work: Promise<void> | null = null;

  constructor(index: Index, keeper: Keeper, drafts: Line[]) {
    this.book = new Book(index.decisions, [...index.decided, ...drafts]);
    this.keeper = keeper;
    this.index = drafts.reduce((known, { item }) => reread(known, this.book, item), index);
  }

  watch(told: () => void): () => void {
    this.watchers.add(told);
    return () => this.watchers.delete(told);
  }

  /** Take up an item, for the judges that the list is about. */
  open(item: Item, first: number[]): void {
    const other = item.id !== this.item?.id;
    this.item = item;
    this.judges = disputed(item, first).map(({ ruling, opinion }) => ({
      rule: ruling.rule,
      judge: this.index.judges[opinion.judge]!.name,
      judge_id: this.index.judges[opinion.judge]!.id,
    }));
    if (this.keeping === "idle") this.reset();
    if (other) this.standing = this.said = "";
    this.tell();
  }

  /** Whether what the judges said is kept back until somebody decides. */
  hides(item: Item): boolean {
    return blind() && !this.seen.has(item.id) && disputed(item, []).length > 0 && !this.book.last(item.id);
  }

  /** The judges' reasons of an item are in sight. */
  sees(item: Item): void {
    if (this.seen.has(item.id)) return;
    this.seen.add(item.id);
    this.tell();
  }

  choose(choice: Choice): void {
    if (!this.item || this.keeping === "conflict") return;
    const why = whyNot(choice, this.item);
    if (why) return this.say(why);
    this.chosen = choice.name;
    this.takesBack = false;
    if (choice.text && !this.note.trim()) {
      this.keeping = "typing";
      return this.say(`“${choice.words}” holds for every judge: write why, then it is saved.`);
    }
    this.settle();
    if (this.keeping === "idle") this.say("That is decided already.");
  }

  type(note: string): void {
    this.note = note;
    if (this.keeping === "conflict") return this.tell();
    if (this.keeping !== "lost" && this.keeping !== "saving") this.keeping = "typing";
    if (this.keeping !== "lost") this.standing = "";
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.settle(), TYPING_ENDS_MS);
    this.tell();
  }

  /** Take the last line on the item back: what stood before it stands again. That is a line of its own. */
  undo(): void {
    if (!this.item || this.keeping === "conflict" || this.keeping === "saving") return;
    if (this.keeping === "lost") return this.say(this.unkept());
    if (this.keeping === "typing") {
      clearTimeout(this.timer);
      this.keeping = "idle";
      this.reset();
      return this.say("What was not saved yet is dropped.");
    }
    const last = this.book.last(this.item.id);
    if (!last) return this.say("Nothing was decided on this item.");
    const before = this.book.beforeLast(this.item.id);
    const ids = (line: Line) => line.judges.map(({ judge_id }) => judge_id).join();
    const same = before && ids(before) === ids(last);
    this.judges = last.judges.filter((one) => this.index.judges.some(({ id }) => id === one.judge_id));
    if (!this.judges.length) return this.say("The last decision is about judges of another run.");
    this.chosen = same ? before.decision : null;
    this.takesBack = this.chosen === null;
    this.note = same ? this.noteOf(before) : "";
    this.settle();
  }

  /** Whether all is kept, once what is on its way has come to an end: then another item may be opened. */
  async mayLeave(): Promise<boolean> {
    if (this.keeping === "typing") this.settle();
    while (this.work) await this.work;
    if (this.keeping === "idle") return true;
    this.said = this.keeping === "conflict" ? "Two decisions on this item: choose one first." : this.unkept();
    this.tell();
    return false;
  }

  /** One's own decision, as it stands against theirs. */
  get mine(): string {
    return this.chosen ? this.book.words(this.chosen) : this.takesBack ? "taken back" : "a note";
  }

  get unsaved(): boolean {
    return this.keeping !== "idle";
  }

  /** Let the other one's decision stand, or write one's own after it. */
  resolve(mine: boolean): void {
    if (!this.theirs) return;
    this.add(this.theirs);
    this.theirs = null;
    this.keeping = "idle";
    this.standing = "";
    if (mine) {
      // A note alone goes with what they decided.
      if (!this.takesBack) this.chosen ??= this.held();
      return this.settle();
    }
    this.reset();
    this.standing = "Theirs stands";
    this.tell();
  }

  private unkept(): string {
    const choice = this.index.decisions.find(({ name }) => name === this.chosen);
    if (this.keeping === "lost" || this.keeping === "saving") return "NOT SAVED: this item stays open until it is.";
    if (choice?.text && !this.note.trim())
      return `“${choice.words}” is not saved: write why, or press u to drop it.`;
    return `NOT SAVED. ${this.why || "Press u to drop what is not saved."}`;
  }

  private settle(): void {
    clearTimeout(this.timer);
    // Nothing is sent while two decisions wait for a choice, also where something was typed meanwhile.
    if (this.work || this.theirs) return;
    const wish = this.due();
    if (!wish) return this.tell();
    this.work = this.keep(wish).finally(() => {
      this.work = null;
      if (this.keeping === "saving") this.settle();
    });
  }

  /** What differs from what is kept already; null where nothing does, or a decision about the text has no reason. */
  private due(): Wish | null {
    const item = this.item!;
    const note = this.note.trim();
    const choice = this.index.decisions.find(({ name }) => name === this.chosen);
    const last = this.book.last(item.id);
    const judges = this.about();
    if (this.chosen === this.held() && note === (last ? this.noteOf(last) : "")) {
      this.keeping = "idle";
      return null;
    }
    if ((choice?.text && !note) || !judges.length) {
      this.keeping = "typing";
      this.why = judges.length ? "" : "These judges were decided on one by one: choose a decision for the note.";
      return null;
    }
    const wish = {
      id: "",
      prev: last?.id ?? "",
      item: item.id,
      judges,
      decision: this.chosen,
      note,
      saw_reasons: this.seen.has(item.id),
    };
    // What is tried again keeps its name, so that it is written once however often it is sent.
    const again = this.trying && JSON.stringify({ ...this.trying, id: "" }) === JSON.stringify(wish);
    return { ...wish, id: again ? this.trying!.id : newId() };
  }

  private async keep(wish: Wish): Promise<void> {
    this.keeping = this.keeping === "lost" ? "lost" : "saving";
    this.trying = wish;
    this.sent.set(wish.id, wish.note);
    this.tell();
    const answer = await this.keeper.keep(wish);
    switch (answer.kind) {
      case "kept":
        this.kept(answer.line);
        break;
      case "theirs":
        // A line of one's own whose receipt was lost is no conflict.
        if (this.sent.has(answer.line.id)) this.kept(answer.line);
        else {
          this.theirs = answer.line;
          this.keeping = "conflict";
          this.standing = "NOT SAVED";
        }
        break;
      case "refused":
        // What was typed stays where it is, to be mended or dropped.
        this.keeping = "typing";
        this.why = `${answer.why} Press u to drop it.`;
        this.standing = "NOT SAVED";
        this.said = this.unkept();
        break;
      case "lost":
        this.keeping = "lost";
        this.standing = `NOT SAVED, trying again. ${answer.why}`;
        clearTimeout(this.timer);
        this.timer = window.setTimeout(() => this.settle(), AGAIN_MS);
    }
    this.tell();
  }

  private kept(line: Line): void {
    this.add(line);
    this.takesBack = false;
    this.why = "";
    const text = this.index.decisions.some(({ name, text }) => text && name === line.decision);
    this.said = text && this.index.live ? "Load the page again to see the figures without this item." : "";
    this.standing = `${this.keeper.kept} ${new Date().toLocaleTimeString("en-GB")}`;
    // Something may have been typed meanwhile: then more is due.
    this.keeping = "saving";
    this.due();
  }

  private add(line: Line): void {
    this.book.add(line);
    this.index = reread(this.index, this.book, line.item);
  }

  private reset(): void {
    const last = this.item ? this.book.last(this.item.id) : undefined;
    this.note = last ? this.noteOf(last) : "";
    this.chosen = this.held();
    this.takesBack = false;
    this.why = "";
  }

  /** The judges that a line is about. A note alone takes no decision back, so it is for those without one. */
  private about(): Version[] {
    if (this.chosen || this.takesBack) return this.judges;
    const item = this.item!.id;
    return this.judges.filter(({ rule, judge_id }) => !this.book.on(item, rule, judge_id)?.decision);
  }

  private noteOf(line: Line): string {
    return this.sent.get(line.id) ?? plain(line.note);
  }

  /** The decision that holds for every judge at hand; null where there is none or they differ. */
  private held(): string | null {
    const item = this.item;
    if (!item) return null;
    const found = this.judges.map(({ rule, judge_id }) => this.book.on(item.id, rule, judge_id)?.decision ?? null);
    return found.every((one) => one === found[0]) ? (found[0] ?? null) : null;
  }

  private say(words: string): void {
    this.said = words;
    this.tell();
  }

  private tell(): void {
    for (const told of this.watchers) told();
  }
}
