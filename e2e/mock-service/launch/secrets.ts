import { Refusal, refuse } from '../http/refusal.ts';
import { isRecord, isText } from '../http/values.ts';
import { ENVIRONMENTS, isEnvironment, MOST_SECRETS } from '../secrets/secret.ts';
import type { StoredSecret } from '../world/project.ts';

/** As `readSecrets`, with the older body of a failed validation on a legacy project and the older host. */
export function readLegacySecrets(value: unknown): Omit<StoredSecret, '_id'>[] {
  try {
    return readSecrets(value);
  } catch (error) {
    if (error instanceof Refusal) {
      const { code, message } = error;
      error.bareBody = { success: false, message, errors: [{ code, message }] };
    }
    throw error;
  }
}

/** Reads `secrets` of Launch Project. */
export function readSecrets(value: unknown): Omit<StoredSecret, '_id'>[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || !value.every(isRecord)) {
    refuse(400, 'INVALID_SECRETS', 'secrets must be a list of objects');
  }
  if (value.length > MOST_SECRETS) refuse(400, 'TOO_MANY_SECRETS', `At most ${MOST_SECRETS} secrets`);
  const names = new Set<string>();
  return value.map(({ secretName, secretValue, environment }) => {
    if (!isText(secretName) || !isText(secretValue)) {
      refuse(400, 'MISSING_SECRET_FIELDS', 'Each secret needs secretName and secretValue');
    }
    if (names.has(secretName)) refuse(400, 'DUPLICATE_SECRET_NAME', `${secretName} is there twice`);
    names.add(secretName);
    if (!isEnvironment(environment ?? 'both')) {
      refuse(400, 'INVALID_SECRET_ENVIRONMENT', `environment must be one of ${ENVIRONMENTS.join(', ')}`);
    }
    return { secretName, secretValue, environment: isEnvironment(environment) ? environment : 'both' };
  });
}
