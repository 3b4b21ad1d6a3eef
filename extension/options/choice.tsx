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
  /** Side by side: for choices of a word or two. */
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

/** One thing that is on or off. */
export function Toggle({
  on,
  words,
  onChange,
}: {
  on: boolean;
  words: string;
  onChange: (on: boolean) => void;
}) {
  return (
    <label class="toggle">
      <input type="checkbox" checked={on} onChange={(event) => onChange(event.currentTarget.checked)} />
      {words}
    </label>
  );
}
