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
