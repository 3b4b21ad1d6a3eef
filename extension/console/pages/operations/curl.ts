import { type AnyOperation, filledEdgePath, isOfData } from '../../../../shared/catalogues/address.ts';
import type { FormRequest } from '../../../../shared/catalogues/request-form.ts';

/** As one word of a POSIX shell, in which nothing is expanded: names are other people's texts. */
export const shellWord = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/**
 * Command that makes the same call from a terminal, with the token of a device paired there (`docs/api.md`).
 * @param fileName of the file that is sent
 */
export function curlOf(
  edge: string,
  operation: AnyOperation,
  { parameters, query, body }: FormRequest,
  fileName: string | null,
): string {
  const address = edge + filledEdgePath(operation, parameters, query);
  const takesFile = isOfData(operation) && operation.takes === 'file';
  const sent = takesFile
    ? ["-H 'content-type: application/octet-stream'", `--data-binary ${shellWord(`@${fileName ?? ''}`)}`]
    : body === undefined
      ? []
      : ["-H 'content-type: application/json'", `--data-raw ${shellWord(JSON.stringify(body))}`];
  return [
    `curl -X ${operation.method} ${shellWord(address)}`,
    '-H "Authorization: Bearer $PILOT_LIGHT_TOKEN"',
    ...sent,
  ].join(' \\\n  ');
}
