import * as z from 'zod/mini';
import { parse } from '../../shared/parse.ts';
import { snapshot } from '../../shared/snapshot/snapshot.ts';
import { instantMs } from '../../shared/time-schema.ts';
import { capChange, edgeHealth, keptAttention } from '../storage/account-schema.ts';
import { byteLength, LOCAL_BOUNDS } from '../storage/bounds.ts';
import { formHere, formItem } from '../storage/outline.ts';
import { isSame } from '../storage/same-value.ts';
import { DEFAULT_SETTINGS, SETTING_NAMES } from '../storage/settings.ts';
import { entryPoints, type Settings, settings } from '../storage/settings-schema.ts';
import { type Entry, localValues, setTogether } from '../storage/stored-item.ts';

const storedSnapshot = z.object({
  snapshot,
  etag: z.nullable(z.string()),
  receivedAt: instantMs,
  skewMs: z.number(),
});

/** Each setting as it is stored, or its default where that does not match. */
function repairSettings(stored: unknown): Settings {
  const given = Object(stored) as Record<string, unknown>;
  const repaired = SETTING_NAMES.map((name) => {
    const read = (settings.shape[name] as z.ZodMiniType).safeParse(given[name]);
    return [name, read.success ? read.data : DEFAULT_SETTINGS[name]];
  });
  return Object.fromEntries(repaired) as Settings;
}

const whole = (schema: z.ZodMiniType) => (value: unknown) => (parse(schema, value) === null ? null : value);

/**
 * Parses what pages read by its outline alone, as this build reads it; null where it has another form. What
 * is owed is not listed: each of its entries is checked whenever it is read, and stays.
 */
const FORMS = {
  snapshot: whole(storedSnapshot),
  attention: whole(keptAttention),
  health: whole(edgeHealth),
  'cap-changes': whole(z.array(capChange)),
  settings: repairSettings,
  'launch-ways': whole(entryPoints),
} as const satisfies Partial<Record<keyof typeof LOCAL_BOUNDS, (value: unknown) => unknown>>;
type Key = keyof typeof FORMS;

/**
 * Repairs what pages read by its outline: each setting that has another form; of anything else the whole,
 * which is read anew. All in one step, which also stores that this build has done so.
 */
export async function repairStored(): Promise<void> {
  const keys = Object.keys(FORMS) as Key[];
  const stored = await localValues(keys);
  const repaired = keys.flatMap((key): Entry<'local'>[] => {
    const found = stored[key];
    if (found == null) return [];
    const isTooLarge = byteLength(found) > LOCAL_BOUNDS[key].each;
    const value = isTooLarge ? null : FORMS[key](found);
    return value !== null && isSame(value, found) ? [] : [{ area: 'local', key, value }];
  });
  const noted = (await formItem.getValue()) === formHere() ? [] : [formItem.as(formHere())];
  if (repaired.length + noted.length > 0) await setTogether([...repaired, ...noted]);
}

/** The same, unless this build has done so: a start does not parse what the one before it wrote. */
export async function repairOncePerBuild(): Promise<void> {
  if ((await formItem.getValue()) !== formHere()) await repairStored();
}
