// The filters above the list. Each choice says how many items it would leave.

import type { Index } from "./data";
import { type Facet, type Filters, NAMES, type Name, NONE, outcomes, type Shown, unreadOnly } from "./filters";
import { Text } from "./text";

/** Tags that a person looks for; the others are there for the numbers of the overview. */
const OFFERED = [
  "disagreement",
  "missed mistake",
  "false alarm",
  "split",
  "caught for another reason",
  "quote in no passage",
  "no verdict",
  "as expected",
];

/** An untouched answer has no style, and neither has a real one without a source. */
const NO_STYLE = "no style";

/** Before a value that does not say by itself what it is. */
const SAID: Partial<Record<Name, string>> = { must: "must ", length: "length ", evidence: "evidence at rank " };

interface Props {
  index: Index;
  filters: Filters;
  counts: Shown["counts"];
  change: (filters: Filters) => void;
}

export function FilterBar({ index, filters, counts, change }: Props) {
  const values = (of: (entry: { name: string; model: string }) => string) => [...new Set(index.judges.map(of))];
  const of = (name: "set" | "style") => [...new Set(index.keys.map((key) => key[name]).filter(Boolean))];
  const sets = Object.keys(index.sets).filter((set) => of("set").includes(set));
  const pick = (name: Name, value: string) => change({ ...filters, [name]: value ? [value] : [] });
  const unread = unreadOnly(filters);
  const is = outcomes(filters);
  return (
    <div class="filters" role="search" aria-label="Items">
      <input
        type="search"
        class="find"
        aria-label="Find in questions, cases and ids"
        placeholder="question, case or id"
        value={filters.q}
        onInput={(event) => change({ ...filters, q: event.currentTarget.value })}
      />
      <Pick
        name="kind"
        label="Outcome"
        chosen={is}
        options={OFFERED}
        counts={counts.outcome}
        pick={(value) => change({ ...filters, is: [...(value ? [value] : []), ...(unread ? ["unread"] : [])] })}
      />
      <Pick
        name="judge"
        label="Judge"
        chosen={filters.judge}
        options={values(({ name }) => name)}
        counts={counts.judge}
        pick={(value) => pick("judge", value)}
      />
      <Pick
        name="model"
        label="Model"
        chosen={filters.model}
        options={values(({ model }) => model)}
        counts={counts.model}
        pick={(value) => pick("model", value)}
      />
      <Pick
        name="set"
        label="Set"
        chosen={filters.set}
        options={sets}
        counts={counts.set}
        words={index.sets}
        pick={(value) => pick("set", value)}
      />
      <Pick
        name="style"
        label="Style"
        chosen={filters.style}
        options={of("style").sort()}
        counts={counts.style}
        pick={(value) => pick("style", value)}
      />
      <label class="wide">
        <input
          type="checkbox"
          checked={unread}
          onChange={() => change({ ...filters, is: unread ? is : [...is, "unread"] })}
        />{" "}
        Unread only ({(counts.unread.get("unread") ?? 0).toLocaleString("en")})
      </label>
      <Chips index={index} filters={filters} change={change} />
    </div>
  );
}

interface PickProps {
  name: Exclude<Facet, "outcome" | "unread"> | "kind";
  label: string;
  chosen: string[];
  options: string[];
  counts: Map<string, number>;
  words?: Record<string, string>;
  pick: (value: string) => void;
}

function Pick({ name, label, chosen, options, counts, words, pick }: PickProps) {
  const odd = chosen.length > 1 || (chosen.length === 1 && !options.includes(chosen[0]!));
  return (
    <label class={name === "kind" ? "wide" : ""}>
      {label}
      <select
        data-testid={`filter-${name}`}
        value={odd ? "\n" : (chosen[0] ?? "")}
        onChange={(event) => pick(event.currentTarget.value)}
      >
        <option value="">any</option>
        {odd && <option value={"\n"}>{chosen.map((one) => words?.[one] ?? (one || NO_STYLE)).join(", ")}</option>}
        {options.map((one) => (
          <option key={one} value={one}>
            {words?.[one] ?? one} ({(counts.get(one) ?? 0).toLocaleString("en")})
          </option>
        ))}
      </select>
    </label>
  );
}

function Chips({ index, filters, change }: Omit<Props, "counts">) {
  const active = NAMES.flatMap((name) => filters[name].map((value) => ({ name, value })));
  if (!active.length && !filters.q) return null;
  return (
    <ul class="chips" aria-label="Filters in use">
      {active.map(({ name, value }) => (
        <li key={`${name} ${value}`}>
          <button
            onClick={() => change({ ...filters, [name]: filters[name].filter((one) => one !== value) })}
            aria-label={`Remove the filter ${value || NO_STYLE}`}
          >
            {SAID[name] ?? ""}
            <Text text={index.sets[value] ?? (value || NO_STYLE)} /> <span aria-hidden="true">×</span>
          </button>
        </li>
      ))}
      <li>
        <button class="clear" onClick={() => change(NONE)}>
          clear all
        </button>
      </li>
    </ul>
  );
}
