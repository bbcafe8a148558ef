// Who was wrong? The four decisions, the note, and whether they are kept. The keys 1 to 4 never move.

import type { Ref } from "preact";
import type { Line } from "./data";
import type { Desk } from "./desk";
import { Text } from "./text";

interface Props {
  desk: Desk;
  /** What is said at the moment; it stands here because the bar is always in sight. */
  status: string;
  note: Ref<HTMLTextAreaElement>;
  leaveNote: () => void;
  nextUnread: () => void;
}

export function Decide({ desk, status, note, leaveNote, nextUnread }: Props) {
  return (
    <section class="decide" data-testid="decide" aria-label="Who was wrong?">
      <div class="decide-head">
        <h3>Who was wrong?</h3>
        <Live status={status} />
        <p class={`standing ${desk.keeping}`} role="status" data-testid="saved">
          {desk.keeping === "saving" ? "Saving" : desk.standing}
        </p>
        <button class="undo" aria-keyshortcuts="u" onClick={() => desk.undo()}>
          <kbd>u</kbd> undo
        </button>
      </div>
      {desk.theirs && <Conflict desk={desk} theirs={desk.theirs} />}
      <p class="choices" role="group" aria-label="Decision">
        {desk.index.decisions.map((choice, place) => (
          <button
            key={choice.name}
            aria-pressed={choice.name === desk.chosen}
            aria-keyshortcuts={String(place + 1)}
            disabled={desk.theirs !== null}
            onClick={() => desk.choose(choice)}
          >
            <kbd>{place + 1}</kbd> {choice.words}
          </button>
        ))}
      </p>
      <label class="note">
        <span>
          Note <kbd>e</kbd>
        </span>
        <textarea
          ref={note}
          rows={1}
          data-testid="note"
          dir="auto"
          maxLength={10_000}
          placeholder="why"
          value={desk.note}
          onInput={(event) => desk.type(event.currentTarget.value)}
          onBlur={() => void desk.mayLeave()}
          onKeyDown={(event) => {
            if (event.key === "Escape") leaveNote();
            else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
              leaveNote();
              nextUnread();
            }
          }}
        />
      </label>
    </section>
  );
}

export function Live({ status }: { status: string }) {
  return (
    <p role="status" data-testid="live" class="status">
      {status}
    </p>
  );
}

function Conflict({ desk, theirs }: { desk: Desk; theirs: Line }) {
  return (
    <div class="conflict" role="alert" data-testid="conflict">
      <p>Somebody decided on this item since you opened it. Nothing is overwritten: which one stands?</p>
      <div class="pair">
        <div>
          <h4>
            <Text text={theirs.by || "the other page"} />, {timeOf(theirs.at)}
          </h4>
          <p>{desk.book.words(theirs.decision)}</p>
          {theirs.note && (
            <p class="text" dir="auto">
              <Text text={theirs.note} />
            </p>
          )}
          <button onClick={() => desk.resolve(false)}>Let theirs stand</button>
        </div>
        <div>
          <h4>you, now</h4>
          <p>{desk.mine}</p>
          {desk.note && (
            <p class="text" dir="auto">
              {desk.note}
            </p>
          )}
          <button onClick={() => desk.resolve(true)}>Write mine after it</button>
        </div>
      </div>
    </div>
  );
}

/** A moment as this browser's clock says it; what is no moment is said as it came. */
export function timeOf(at: string): string {
  const moment = new Date(at);
  return Number.isNaN(moment.valueOf()) ? at : moment.toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });
}
