// One item, in the order in which a person checks it: question, answer with its change, passages, verdicts.

import type { Ref } from "preact";
import type { Index, Item, Passage, Ruling } from "./data";
import type { Desk } from "./desk";
import { after, before, Marked, takenOut, Text } from "./text";
import { Verdicts } from "./verdicts";

export const MODES = ["marked", "before", "after", "side by side"] as const;
export type Mode = (typeof MODES)[number];

interface Props {
  desk: Desk;
  item: Item;
  first: number[];
  /** Whether what the judges said is kept back until a first decision. */
  hidden: boolean;
  mode: Mode;
  setMode: (mode: Mode) => void;
  heading: Ref<HTMLHeadingElement>;
}

export function ItemView({ desk, item, first, hidden, mode, setMode, heading }: Props) {
  const { index } = desk;
  const mistake = item.rulings[0]?.must === "fail";
  const rulings = [...item.rulings].sort((a, b) => Number(concerns(b.rule)) - Number(concerns(a.rule)));
  function concerns(rule: string): boolean {
    return item.rulings.some((one) => one.rule === rule && one.opinions.some(({ judge }) => first.includes(judge)));
  }
  return (
    <article class={`item ${mistake ? "mistake" : "harmless"}`} data-testid="case">
      <header>
        <h2 ref={heading} tabIndex={-1}>
          <bdi>{item.case}</bdi>
        </h2>
        <p class="tags">
          {[...new Set(item.rulings.map((one) => partOf(index, one)))].map((part) => (
            <span class="tag" key={part}>
              {part}
            </span>
          ))}
          {desk.book.doubts(index, item) && <span class="tag kind">its trusted answer was found bad</span>}
          <span class="id">
            item <bdi>{item.id}</bdi>
          </span>
        </p>
      </header>
      <div class="columns">
        <div class="part question">
          <h3>Question</h3>
          <p class="text" dir="auto" data-testid="question">
            <Text text={item.question} />
          </p>
        </div>
        <Answer item={item} mode={mode} setMode={setMode} planted={mistake ? "planted" : "now"} />
        <Passages item={item} />
        <div class="part verdicts">
          <h3>Verdicts</h3>
          {hidden ? (
            <p class="kept-back" data-testid="kept-back">
              Hidden until you decide, so that no judge decides for you.{" "}
              <button aria-keyshortcuts="Space" onClick={() => desk.sees(item)}>
                Show now <kbd>space</kbd>
              </button>
            </p>
          ) : (
            rulings.map((ruling) => (
              <Verdicts key={ruling.rule} desk={desk} item={item} ruling={ruling} first={first} />
            ))
          )}
        </div>
      </div>
    </article>
  );
}

/** Set and style, as "planted, figure_changed". */
function partOf(index: Index, { set, style }: Ruling): string {
  return [index.sets[set] ?? set, style].filter(Boolean).join(", ");
}

interface AnswerProps extends Pick<Props, "item" | "mode" | "setMode"> {
  planted: string;
}

function Answer({ item, mode, setMode, planted }: AnswerProps) {
  const changed = item.answer.some(([mark]) => mark);
  const elsewhere = item.notes.length > 0 || item.passages.some((passage) => passage.changed);
  return (
    <div class="part answer">
      <h3>
        Answer{item.whole ? ", replaced as a whole" : changed ? ", changed here" : elsewhere ? ", as it was" : ""}
      </h3>
      {changed && (
        <fieldset class="modes">
          <legend class="said">How the change is shown</legend>
          {MODES.map((one) => (
            <label key={one}>
              <input type="radio" name="mode" checked={mode === one} onChange={() => setMode(one)} /> {one}
            </label>
          ))}
        </fieldset>
      )}
      {!changed || mode === "marked" ? (
        <p class="text" dir="auto" data-testid="answer">
          <Marked parts={item.answer} />
        </p>
      ) : (
        <div class="pair">
          {mode !== "after" && <Whole name="was" text={before(item.answer)} />}
          {mode !== "before" && <Whole name={planted} text={after(item.answer)} />}
        </div>
      )}
    </div>
  );
}

function Whole({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <h4>{name}</h4>
      <p class="text" dir="auto" data-testid="answer">
        <Text text={text} />
      </p>
    </div>
  );
}

function Passages({ item }: { item: Item }) {
  const changed = item.notes.length > 0 || item.passages.some((passage) => passage.changed);
  const words = takenOut(item.answer);
  return (
    <div class="part passages">
      <h3>Passages{changed ? ", changed here" : ""}</h3>
      {item.notes.map((note) => (
        <p class="passages-note" dir="auto" key={note}>
          <Text text={note} />
        </p>
      ))}
      {item.passages.map((passage, place) => (
        <OnePassage
          key={`${item.id} ${place}`}
          passage={passage}
          words={item.whole ? [] : words}
          open={passage.changed || !changed}
        />
      ))}
      {item.passages.length === 0 && <p class="empty">No passages were shown.</p>}
    </div>
  );
}

function OnePassage({ passage, words, open }: { passage: Passage; words: string[]; open: boolean }) {
  return (
    <details open={open} class={passage.changed ? "changed" : ""} data-testid="passage">
      <summary>
        <span class="passage-id">
          [<bdi>{passage.id}</bdi>]
        </span>{" "}
        <bdi>
          <Text text={passage.title} />
        </bdi>
        {passage.changed && <span class="tag">changed</span>}
      </summary>
      <p class="text" dir="auto">
        <Marked parts={passage.text} words={words} />
      </p>
    </details>
  );
}
