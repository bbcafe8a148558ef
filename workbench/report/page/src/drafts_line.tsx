// In the file alone: how many decisions are only in this browser, and the way to where they count.

import { useEffect, useReducer, useState } from "preact/hooks";
import type { Desk } from "./desk";
import type { Drafts } from "./keeper";
import { useDesk } from "./use_desk";

export function DraftsLine({ desk, drafts }: { desk: Desk; drafts: Drafts }) {
  useDesk(desk);
  const [sure, ask] = useState(false);
  const [, draw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const reread = () => {
      drafts.reread();
      draw(undefined);
    };
    addEventListener("storage", reread);
    // It may have written between the first look and this one.
    reread();
    return () => removeEventListener("storage", reread);
  }, [drafts]);
  const count = new Set(drafts.lines().map(({ item }) => item)).size;
  if (!count && drafts.stored) return null;
  const are = count === 1 ? "1 decision is" : `${count} decisions are`;
  return (
    <aside class="drafts" data-testid="drafts" aria-label="Decisions that count nowhere yet">
      <p>
        {!drafts.stored && "This browser keeps nothing: what is decided here is gone once the page is closed. "}
        {count > 0 && (
          <>
            {are} only in this browser. Download the file, then: <code>workbench review --add FILE</code>
          </>
        )}
      </p>
      {count > 0 && (
        <p class="choices">
          <button data-testid="export" onClick={() => drafts.download()}>
            Download
          </button>
          {sure ? (
            <button
              onClick={() => {
                drafts.discard();
                location.reload();
              }}
            >
              Really discard {count}
            </button>
          ) : (
            <button onClick={() => ask(true)}>Discard</button>
          )}
        </p>
      )}
    </aside>
  );
}
