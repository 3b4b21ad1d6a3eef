/** Every form of a draft waits for the lock of this name and the draft's id. */
const LOCK = 'open import ';
/** A form that closes lets go sooner, so that nothing is said of it. */
const GRANTED_WITHIN_MS = 300;

/** What a form does when it may edit its draft, and when another one does. */
interface HoldEvents {
  /** The draft is this form's: what is stored by now is to be read. */
  onHeld: () => void;
  onElsewhere: () => void;
  /** Resolves when everything that was decided here is stored, and nothing more will be. */
  settle: () => Promise<void>;
}

export interface DraftHold {
  /** Has the form that holds the draft store it and let go. */
  take: () => void;
  /** Lets go, once everything is stored. */
  end: () => Promise<void>;
}

/**
 * One form at a time edits a draft, of all tabs and panels: none overwrites what another has decided. The others wait, and get it
 * when that form closes or hands it over.
 */
export function holdDraft(id: string, { onHeld, onElsewhere, settle }: HoldEvents): DraftHold {
  const wishes = new BroadcastChannel(LOCK + id);
  const closing = new AbortController();
  let letGo: (() => void) | null = null;

  function wait(): void {
    const timer = setTimeout(onElsewhere, GRANTED_WITHIN_MS);
    const held = () => {
      clearTimeout(timer);
      const { promise, resolve } = Promise.withResolvers<void>();
      letGo = resolve;
      onHeld();
      return promise;
    };
    // It is aborted when the form closes before its turn.
    navigator.locks
      .request(LOCK + id, { signal: closing.signal }, held)
      .catch(() => undefined)
      .finally(() => clearTimeout(timer));
  }

  wishes.onmessage = async () => {
    const release = letGo;
    if (release === null) return;
    letGo = null;
    onElsewhere();
    await settle();
    // Behind the form that asked.
    if (!closing.signal.aborted) wait();
    release();
  };
  wait();
  return {
    take: () => wishes.postMessage(null),
    end: async () => {
      closing.abort();
      wishes.close();
      const release = letGo;
      letGo = null;
      if (release === null) return;
      await settle();
      release();
    },
  };
}

/** Whether a form edits the draft. */
export async function heldDrafts(): Promise<(id: string) => boolean> {
  const { held = [] } = await navigator.locks.query();
  const names = new Set(held.map(({ name }) => name));
  return (id) => names.has(LOCK + id);
}
