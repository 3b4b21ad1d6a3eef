import type { LaunchBody, SealedRequest } from './sealed-request.ts';

/**
 * What is sent for a sealed request. The same request, values and contents always give the same body: the edge tells a
 * repeated request from another one by it.
 * @param values of secrets, by id
 * @param contents of files in base64, by id; what is gone is empty, and refused by the service
 */
export function filledBody(
  { body, files, secrets }: SealedRequest,
  values: Readonly<Record<string, string>>,
  contents: Readonly<Record<string, string>>,
): LaunchBody {
  const filled: LaunchBody = { ...body };
  if (files.length > 0) {
    filled.files = files.map(({ contentId, file }) =>
      contentId === null ? file : { ...file, content: contents[contentId] ?? '' },
    );
  }
  if (secrets.length > 0) {
    filled.secrets = secrets.map(({ valueId, secret }) => ({
      ...secret,
      secretValue: values[valueId] ?? '',
    }));
  }
  return filled;
}

/** Ids of the files whose contents it names. */
export function contentIds({ files }: SealedRequest): string[] {
  return files.flatMap(({ contentId }) => contentId ?? []);
}
