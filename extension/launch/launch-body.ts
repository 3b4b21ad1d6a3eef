import { DESIGNTOOL_TOKEN } from '../storage/drafts.ts';
import type { LaunchRequest } from '../storage/launches.ts';

/** The body of the edge's POST `/launches`. */
export type LaunchBody = Record<string, unknown>;

/**
 * Inserts secrets and files into a launch request. The same request, values and contents always give the same
 * body, by which the edge recognizes a repetition.
 * @param values of secrets, by id
 * @param contents of files in base64, by id; a missing one is empty, which the service refuses
 */
export function withSecretsAndFiles(
  request: LaunchRequest,
  values: Readonly<Record<string, string>>,
  contents: Readonly<Record<string, string>>,
): LaunchBody {
  const filled: LaunchBody = { ...request.body };
  if (request.files.length > 0) {
    filled.files = request.files.map(({ contentId, file }) =>
      contentId === null ? file : { ...file, content: contents[contentId] ?? '' },
    );
  }
  if (request.secrets.length > 0) {
    filled.secrets = request.secrets.map(({ valueId, secret }) => ({
      ...secret,
      secretValue: values[valueId] ?? '',
    }));
  }
  if (request.designtool) filled.designtool = { token: values[DESIGNTOOL_TOKEN] ?? '' };
  return filled;
}

/** Ids of the secrets whose values it refers to. */
export function valueIds({ secrets, designtool }: LaunchRequest): string[] {
  return [...secrets.map(({ valueId }) => valueId), ...(designtool ? [DESIGNTOOL_TOKEN] : [])];
}

export function contentIds(request: LaunchRequest): string[] {
  return request.files.flatMap(({ contentId }) => contentId ?? []);
}
