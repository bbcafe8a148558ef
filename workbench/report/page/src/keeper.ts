// Who keeps decisions: the server of `workbench review`, or this browser where there is only the file.

import type { Index, Line, Version } from "./data";

/** What is to be written down. */
export interface Wish {
  id: string;
  prev: string;
  item: string;
  judges: Version[];
  decision: string | null;
  note: string;
  saw_reasons: boolean;
}

export type Answer =
  | { kind: "kept"; line: Line }
  /** Somebody else decided meanwhile. */
  | { kind: "theirs"; line: Line }
  | { kind: "refused"; why: string }
  /** It is not kept now and may be later. */
  | { kind: "lost"; why: string };

export interface Keeper {
  /** What it says once a decision is kept. */
  readonly kept: string;
  keep(wish: Wish): Promise<Answer>;
}

const ANSWER_S = 10;

export class Server implements Keeper {
  readonly kept = "Saved";

  async keep({ judges, ...wish }: Wish): Promise<Answer> {
    const body = JSON.stringify({ ...wish, judges: judges.map(({ judge_id }) => judge_id) });
    try {
      const answer = await fetch("decisions", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
        signal: AbortSignal.timeout(ANSWER_S * 1000),
      });
      if (answer.ok) return { kind: "kept", line: (await answer.json()) as Line };
      if (answer.status === 409) return { kind: "theirs", line: (await answer.json()) as Line };
      const why = await answer.text();
      return answer.status === 400 || answer.status === 413 ? { kind: "refused", why } : { kind: "lost", why };
    } catch {
      return { kind: "lost", why: "Nobody answers: start workbench review again." };
    }
  }
}

/** Keeps decisions in this browser until they are downloaded. A draft, not a store: browsers may forget or mix it up. */
export class Drafts implements Keeper {
  readonly kept = "Kept in this browser";
  private readonly name: string;
  private readonly run: string;
  private readonly known: Set<string>;
  private held: Line[] = [];
  /** Whether the browser keeps anything once the page is closed. */
  stored: boolean;

  constructor(index: Index) {
    this.name = `workbench.drafts.${index.name}`;
    this.run = index.run;
    this.known = new Set(index.decided.map(({ id }) => id));
    this.held = this.read();
    this.stored = keeps(`${this.name}.?`);
  }

  /** What is only here: lines that the report knows already were brought in. */
  lines(): Line[] {
    return this.held;
  }

  /** Takes up what another page of the same report has written. */
  reread(): void {
    if (this.stored) this.held = this.read();
  }

  keep(wish: Wish): Promise<Answer> {
    // Another page may have written since.
    this.reread();
    const last = this.held.findLast(({ item }) => item === wish.item);
    if (last && last.id !== wish.prev) return Promise.resolve({ kind: "theirs", line: last });
    const line = { ...wish, at: new Date().toISOString(), by: "" };
    this.held = [...this.held, line];
    this.stored = this.write(this.held);
    return Promise.resolve({ kind: "kept", line });
  }

  discard(): void {
    this.held = [];
    this.write(this.held);
  }

  /** Hands the drafts over as a file that `workbench review --add` reads. */
  download(): void {
    const lines = this.held.map((line) => `${JSON.stringify({ v: 2, run: this.run, ...line })}\n`);
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob(lines, { type: "application/jsonl" }));
    link.download = `decisions-${this.run.replaceAll(/[^\w.-]/g, "")}.jsonl`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  }

  private read(): Line[] {
    try {
      const told = JSON.parse(localStorage.getItem(this.name) ?? "[]") as Line[];
      return told.filter(({ id }) => !this.known.has(id));
    } catch {
      return this.held;
    }
  }

  private write(lines: Line[]): boolean {
    try {
      localStorage.setItem(this.name, JSON.stringify(lines));
      return true;
    } catch {
      return false;
    }
  }
}

/** Whether this browser keeps anything. Tried on a name of its own: only a decision may write over decisions. */
function keeps(name: string): boolean {
  try {
    localStorage.setItem(name, "");
    localStorage.removeItem(name);
    return true;
  } catch {
    return false;
  }
}

/** A name for a wish that no other has. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
