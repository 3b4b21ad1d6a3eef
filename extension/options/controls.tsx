/** A group of radio buttons under one question. */
export function Choice<T extends string>({
  name,
  question,
  value,
  choices,
  inline = false,
  onChoose,
}: {
  name: string;
  question: string;
  value: T;
  choices: [value: T, words: string][];
  /** Side by side: for short choices. */
  inline?: boolean;
  onChoose: (value: T) => void;
}) {
  return (
    <fieldset class={inline ? 'choice inline' : 'choice'}>
      <legend class="meta">{question}</legend>
      {choices.map(([choice, words]) => (
        <label key={choice}>
          <input
            type="radio"
            name={name}
            value={choice}
            checked={choice === value}
            onChange={() => onChoose(choice)}
          />
          {words}
        </label>
      ))}
    </fieldset>
  );
}
