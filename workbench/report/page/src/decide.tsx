// The four decisions. A file cannot write, so the page gives the command that does; the keys 1 to 4 never move.

import type { Index, Item } from "./data";

interface Props {
  index: Index;
  item: Item;
  /** Place of the decision whose command is shown, or -1. */
  chosen: number;
  choose: (place: number) => void;
}

export function Decide({ index, item, chosen, choose }: Props) {
  if (!disputed(item)) return null;
  const [name] = index.decisions[chosen] ?? [];
  return (
    <section class="decide" data-testid="decide" aria-label="Who was wrong?">
      <h3>Who was wrong?</h3>
      <p class="choices">
        {index.decisions.map(([one, words], place) => (
          <button
            key={one}
            aria-pressed={place === chosen}
            aria-keyshortcuts={String(place + 1)}
            onClick={() => choose(place)}
          >
            <kbd>{place + 1}</kbd> {words}
          </button>
        ))}
      </p>
      {name && <p class="command text mono">{decideCommand(index, item, name)}</p>}
    </section>
  );
}

/** Whether some judge and the answer key, or two repeats, disagree. */
export function disputed(item: Item): boolean {
  return item.rulings.some(({ opinions }) => opinions.some(({ kind }) => kind));
}

/** Ids and run names are made by the workbench; whatever else one holds is left out rather than given to a shell. */
export function decideCommand(index: Index, item: Item, name: string): string {
  const safe = (text: string) => text.replaceAll(/[^\w.-]/g, "");
  return `workbench show ${safe(item.id)} --run ${safe(index.run)} --decide ${name} --note "..."`;
}
