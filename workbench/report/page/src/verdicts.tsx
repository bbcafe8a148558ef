// What every judge said of an item: all repeats in one row, equal reasons said once, quotes looked up.

import type { Item, Line, Opinion, Ruling, Saying } from "./data";
import { timeOf } from "./decide";
import type { Desk } from "./desk";
import { Text } from "./text";

interface Props {
  desk: Desk;
  item: Item;
  ruling: Ruling;
  /** The judges that the list is about; they come first. */
  first: number[];
}

export function Verdicts({ desk, item, ruling, first }: Props) {
  const place = (opinion: Opinion) => (first.includes(opinion.judge) ? first.indexOf(opinion.judge) : first.length);
  const sorted = [...ruling.opinions].sort((a, b) => place(a) - place(b));
  const agreed = sorted.filter((one) => !one.kind && !first.includes(one.judge));
  return (
    <div class="ruling">
      <h4>
        Rule <bdi>{ruling.rule}</bdi>: must {ruling.must}
      </h4>
      {ruling.proof && (
        <p class="proof" dir="auto">
          <Text text={ruling.proof} />
        </p>
      )}
      {sorted
        .filter((one) => !agreed.includes(one))
        .map((one) => (
          <Says key={one.judge} desk={desk} item={item} ruling={ruling} opinion={one} />
        ))}
      {agreed.length > 0 && (
        <details class="agreed">
          <summary>{agreed.length === 1 ? "1 judge" : `${agreed.length} judges`} said nothing against the key</summary>
          {agreed.map((one) => (
            <Says key={one.judge} desk={desk} item={item} ruling={ruling} opinion={one} />
          ))}
        </details>
      )}
    </div>
  );
}

function Says({ desk, item, ruling, opinion }: Omit<Props, "first"> & { opinion: Opinion }) {
  const judge = desk.index.judges[opinion.judge]!;
  const decided = desk.book.on(item.id, ruling.rule, judge.id);
  const before = decided?.decision ? undefined : desk.book.before(item.id, ruling.rule, judge.name, judge.id);
  const right = opinion.verdicts.filter((one) => one === ruling.must).length;
  const [name, ...about] = judge.label;
  return (
    <section class="opinion" data-testid="verdict">
      <h5 class="who">
        <span class="judge" dir="auto">
          {name}
        </span>
        {about.map((line) => (
          <span class="model" dir="auto" key={line}>
            {line}
          </span>
        ))}
        {opinion.kind && <span class="tag kind">{opinion.kind}</span>}
        {opinion.other_reason && <span class="tag kind">caught for another reason?</span>}
        <span class="repeats">
          <span class="marks" aria-hidden="true">
            {opinion.verdicts.map((one) => sign(one, ruling.must)).join("")}
          </span>{" "}
          {right} of {opinion.verdicts.length} as expected
        </span>
      </h5>
      {decided && (decided.decision || decided.note) && (
        <p class="decided" dir="auto">
          {decided.decision ? "read" : "noted"} by <By line={decided} />
          {decided.decision && `: ${desk.book.words(decided.decision)}`}
          <Why line={decided} />
        </p>
      )}
      {before && opinion.kind && (
        <p class="decided before" dir="auto" data-testid="before">
          read before on version {before.judges.find((one) => one.judge === judge.name)?.judge_id.slice(0, 8)} by{" "}
          <By line={before} />: {desk.book.words(before.decision)}
          <Why line={before} />. Does it still hold? Then decide so again.
        </p>
      )}
      {opinion.sayings.map((saying, place) => (
        <Reply key={place} saying={saying} must={ruling.must} of={opinion.verdicts.length} />
      ))}
      {judge.rubric && (
        <details class="rubric">
          <summary>its rubric</summary>
          <p class="text mono" dir="auto">
            <Text text={judge.rubric} />
          </p>
        </details>
      )}
    </section>
  );
}

function By({ line }: { line: Line }) {
  return (
    <>
      <Text text={line.by || "you"} /> ({timeOf(line.at)})
    </>
  );
}

function Why({ line }: { line: Line }) {
  if (!line.note) return null;
  return (
    <>
      , “<Text text={line.note} />”
    </>
  );
}

function Reply({ saying, must, of }: { saying: Saying; must: string; of: number }) {
  // Evidence that is one quote is not said twice.
  const whole = saying.quotes.find(([text]) => text === saying.evidence.trim());
  const quotes = saying.quotes.filter((one) => one !== whole);
  const kind = saying.verdict.startsWith("error:") ? "error" : saying.verdict === must ? "as-expected" : "unexpected";
  return (
    <div class="saying">
      <p class="reply">
        <span class={`chip ${kind}`}>
          {sign(saying.verdict, must)} {saying.verdict}
        </span>{" "}
        {repeatWords(saying.repeats, of)}
      </p>
      {saying.reason ? (
        <p class="text reason" dir="auto" data-testid="reason">
          <Text text={saying.reason} />
        </p>
      ) : (
        <p class="empty">no reason given</p>
      )}
      {saying.evidence && (
        <>
          <p class="reply">
            quoted as evidence
            {whole && (
              <>
                , <Stands quote={whole} />
              </>
            )}
          </p>
          <blockquote class="text" dir="auto">
            <Text text={saying.evidence} />
          </blockquote>
        </>
      )}
      {quotes.length > 0 && (
        <ul class="quotes" aria-label="Quotes, looked up by the workbench">
          {quotes.map((quote) => (
            <li key={quote[0]}>
              “<Text text={quote[0]} />” <Stands quote={quote} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Stands({ quote: [, found, words] }: { quote: Saying["quotes"][number] }) {
  return (
    <span class={found === "in no passage" ? "nowhere" : "found"}>
      {FOUND[found] ?? "○"} {words}
    </span>
  );
}

/** What stands only in the answer or the question has a sign of its own: it supports nothing. */
const FOUND: Record<string, string> = { "in passage": "✓", "nearly so in passage": "≈", "in no passage": "✗" };

function sign(verdict: string, must: string): string {
  return verdict.startsWith("error:") ? "!" : verdict === must ? "✓" : "✗";
}

function repeatWords(repeats: number[], of: number): string {
  if (repeats.length === of) return of > 1 ? `in all ${of} repeats` : "one repeat";
  return `repeat${repeats.length > 1 ? "s" : ""} ${repeats.map((one) => one + 1).join(", ")}`;
}
