import { signal } from '@preact/signals';
import { apiError } from '../edge-client/api-error.ts';
import { type EntryPoints, entryPointsItem, type Settings } from '../storage/settings.ts';
import { act, lastFailure } from '../ui/act.ts';
import { settingsNow } from '../ui/page-state.ts';

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

/** Announced to screen readers after each saved change. */
export const savedAt = signal(0);

/** Saves a change of the settings through the background, which applies it. A failure is shown in the page's footer. */
export async function saveSettings(change: Partial<Settings>): Promise<boolean> {
  const outcome = await act('saveSettings', { settings: { ...settingsNow.value, ...change } });
  if (outcome.ok) savedAt.value = Date.now();
  return outcome.ok;
}

/** Saves the entry points, which no other page changes. A failure is shown in the page's footer. */
export async function saveWays(ways: EntryPoints): Promise<boolean> {
  lastFailure.value = null;
  try {
    await entryPointsItem.setValue(ways);
  } catch {
    lastFailure.value = apiError('edge-failing', 'NOT_KEPT').error;
    return false;
  }
  savedAt.value = Date.now();
  return true;
}
