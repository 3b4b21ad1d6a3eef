import type { Signal } from '@preact/signals';
import { Button, type Off } from './button.tsx';

/** Choices of which one is pressed. */
export function ChoiceChips<T extends string>({
  of,
  chosen,
  words,
  title,
  off,
  onChoose,
}: {
  of: readonly T[];
  /** Several can be; null: none. */
  chosen: T | null | readonly string[];
  words: (choice: T) => string;
  /** What a choice means, under the pointer. */
  title?: (choice: T) => string;
  off?: Off;
  onChoose: (choice: T) => void;
}) {
  return of.map((choice) => (
    <Button
      key={choice}
      class="chip"
      aria-pressed={
        typeof chosen === 'string' || chosen === null ? choice === chosen : chosen.includes(choice)
      }
      title={title?.(choice)}
      off={off}
      onClick={() => onChoose(choice)}
    >
      {words(choice)}
    </Button>
  ));
}

/** A choice that is on or off. */
export function ToggleChip({ on, words }: { on: Signal<boolean>; words: string }) {
  return (
    <Button class="chip" aria-pressed={on.value} onClick={() => (on.value = !on.value)}>
      {words}
    </Button>
  );
}
