// The last decisions, so that a slip is seen and found again.

import { placeOf } from "./book";
import type { Desk } from "./desk";
import type { Filters } from "./filters";
import { hashOf } from "./route";

const SHOWN = 5;

export function Recent({ desk, filters }: { desk: Desk; filters: Filters }) {
  const { index, book } = desk;
  const lines = book.recent(SHOWN);
  if (!lines.length) return null;
  return (
    <nav class="recent" data-testid="recent" aria-label="Last decisions">
      <h2>Last decisions</h2>
      <ul>
        {lines.map(({ id, item, decision }) => {
          const place = placeOf(index, item);
          return (
            <li key={id}>
              <a href={hashOf(filters, index.ids[place] ?? item)}>
                <bdi>{index.cases[index.case[place] ?? -1]?.[0] ?? item}</bdi>
              </a>{" "}
              {book.words(decision)}
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
