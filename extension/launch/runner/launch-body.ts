import type { LaunchRequest } from '../../storage/launches.ts';

/** The body of the edge's POST `/launches`. */
export type LaunchBody = Record<string, unknown>;

/**
 * What is sent for a launch request. The same request, values and contents always give the same body: the edge tells a
 * repeated request from another one by it.
 * @param values of secrets, by id
 * @param contents of files in base64, by id; what is gone is empty, and refused by the service
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
  return filled;
}

/** Ids of the files whose contents it names. */
export function contentIds(request: LaunchRequest): string[] {
  return request.files.flatMap(({ contentId }) => contentId ?? []);
}
