import type { Signal } from '@preact/signals';

/** Choices of which one is pressed. */
export function ChoiceChips<T extends string>({
  of,
  chosen,
  words,
  disabled = false,
  onChoose,
}: {
  of: readonly T[];
  chosen: T;
  words: (choice: T) => string;
  disabled?: boolean;
  onChoose: (choice: T) => void;
}) {
  return of.map((choice) => (
    <button
      key={choice}
      type="button"
      class="chip"
      aria-pressed={choice === chosen}
      disabled={disabled}
      onClick={() => onChoose(choice)}
    >
      {words(choice)}
    </button>
  ));
}

/** A choice that is on or off. */
export function ToggleChip({ on, words }: { on: Signal<boolean>; words: string }) {
  return (
    <button type="button" class="chip" aria-pressed={on.value} onClick={() => (on.value = !on.value)}>
      {words}
    </button>
  );
}
