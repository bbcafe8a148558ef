// Text from outside. It only ever becomes text nodes; hidden characters came as numbers and are marked as such.

import type { Segment } from "./data";

/** `OPEN` and `CLOSE` of page_items.py. */
const HIDDEN = /\ue000(.*?)\ue001/;

export function Text({ text }: { text: string }) {
  const pieces = text.split(HIDDEN);
  if (pieces.length === 1) return <>{text}</>;
  return <>{pieces.map((piece, place) => (place % 2 ? <span class="hidden-char">{piece}</span> : piece))}</>;
}

/** The same without marks, for a title or a list entry. */
export function plain(text: string): string {
  return text.replaceAll(/[\ue000\ue001]/g, "");
}

/** A changed text with its marks. The words "was" and "planted" come from the style sheet, so the text stays exact. */
export function Marked({ parts, words = [] }: { parts: Segment[]; words?: string[] }) {
  return (
    <>
      {parts.map(([mark, text]) => {
        if (mark === 1) return <del><Text text={text} /></del>;
        if (mark === 2) return <ins><Text text={text} /></ins>;
        return <Found text={text} words={words} />;
      })}
    </>
  );
}

/** The pieces of an answer that were taken out and can be told from others: a figure, or a word of some length. */
export function takenOut(parts: Segment[]): string[] {
  return parts.flatMap(([mark, text]) => {
    const word = text.trim();
    return mark === 1 && word.length <= 80 && (/\d/.test(word) || word.length > 3) ? [word] : [];
  });
}

/** A passage with what the answer said before its change: there the answer can be checked. */
export function Found({ text, words }: { text: string; words: string[] }) {
  if (!words.length) return <Text text={text} />;
  const either = words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  const pieces = text.split(new RegExp(`(?<![\\p{L}\\p{N}])(${either})(?![\\p{L}\\p{N}])`, "iu"));
  return <>{pieces.map((piece, place) => (place % 2 ? <mark><Text text={piece} /></mark> : <Text text={piece} />))}</>;
}

export function before(parts: Segment[]): string {
  return join(parts, 2);
}

export function after(parts: Segment[]): string {
  return join(parts, 1);
}

function join(parts: Segment[], without: number): string {
  return parts.map(([mark, text]) => (mark === without ? "" : text)).join("");
}
