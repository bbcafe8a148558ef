// The list of items, a page of it at a time: what is not seen is not built, and what is built can be found and printed.

import { type Index, stateOf } from "./data";
import { type Filters, judgesShown } from "./filters";
import { hashOf } from "./route";
import { Text } from "./text";

export const PAGE = 50;

interface Props {
  index: Index;
  filters: Filters;
  items: number[];
  open: number;
  page: number;
  turn: (page: number) => void;
}

export function List({ index, filters, items, open, page, turn }: Props) {
  const pages = Math.max(1, Math.ceil(items.length / PAGE));
  const start = page * PAGE;
  return (
    <>
      <ol class="rows" data-testid="rows" start={start + 1}>
        {items.slice(start, start + PAGE).map((item) => (
          <Row key={item} index={index} filters={filters} item={item} open={item === open} />
        ))}
      </ol>
      {pages > 1 && (
        <nav class="pages" aria-label="Pages of the list">
          <button disabled={page === 0} onClick={() => turn(page - 1)}>
            previous
          </button>
          <span>
            {start + 1} to {Math.min(start + PAGE, items.length)}
          </span>
          <button disabled={page === pages - 1} onClick={() => turn(page + 1)}>
            next
          </button>
        </nav>
      )}
    </>
  );
}

interface RowProps extends Pick<Props, "index" | "filters"> {
  item: number;
  open: boolean;
}

function Row({ index, filters, item, open }: RowProps) {
  const judges = judgesShown(index, filters, item);
  const first = judges[0]!;
  const state = stateOf(index, first, item);
  const key = index.keys[index.rulings[index.judges[first]!.rule]![item]!]!;
  const [name, question] = index.cases[index.case[item]!]!;
  const unread = judges.some((judge) => stateOf(index, judge, item).tags.includes("unread"));
  return (
    <li data-testid="row" class={unread ? "unread" : ""}>
      <a href={hashOf(filters, index.ids[item]!)} aria-current={open ? "true" : undefined}>
        <span class="row-head">
          <span class="outcome">{outcomeWords(state.tags)}</span>
          {mixed(state.marks) && <span class="marks">{state.marks}</span>}
          {unread && <span class="tag">unread</span>}
        </span>
        <span class="row-question" dir="auto">
          <Text text={question} />
        </span>
        <span class="row-foot">
          {[index.sets[key.set] ?? key.set, key.style, name, who(index, judges)].filter(Boolean).join(" · ")}
        </span>
      </a>
    </li>
  );
}

const OUTCOMES = ["missed mistake", "false alarm", "split", "caught for another reason", "no verdict", "as expected"];

function outcomeWords(tags: string[]): string {
  return OUTCOMES.find((one) => tags.includes(one)) ?? "";
}

function mixed(marks: string): boolean {
  return new Set(marks).size > 1;
}

function who(index: Index, judges: number[]): string {
  const names = [...new Set(judges.map((judge) => index.judges[judge]!.name))];
  return names.length > 2 ? `${names.slice(0, 2).join(", ")} and ${names.length - 2} more` : names.join(", ");
}
