import { HOUR_MS } from '../../clock/calendar.ts';
import { dataStateOf } from '../backend/data-state.ts';
import { type DataCall, type DataOperation, param } from '../http/operation.ts';
import { refuseField } from '../http/problem.ts';
import { signedAddress } from './address.ts';
import { requireFile, storeFile } from './store-file.ts';

/** How long an address is good unless requested otherwise (gaps page, download). */
const ADDRESS_GOOD_MS = 128 * HOUR_MS;

/** Reads the file of an upload: `file`, under the name in `fileName` or its own. */
export async function readUpload(call: DataCall): Promise<{ name: string; bytes: Uint8Array<ArrayBuffer> }> {
  const file = call.form?.get('file');
  if (!(file instanceof File)) return refuseField('file', 'file must be a file of the multipart form.');
  const fileName = call.form?.get('fileName');
  if (fileName === null && dataStateOf(call.world).settings.strict) {
    return refuseField('fileName', 'fileName must be a field of the multipart form.');
  }
  const name = typeof fileName === 'string' && fileName.trim() !== '' ? fileName.trim() : file.name;
  if (name === '' || name === 'blob')
    return refuseField('fileName', 'fileName must be given, or the file needs a name.');
  return { name: nameWithExtension(name, file.name), bytes: new Uint8Array(await file.arrayBuffer()) };
}

/** `fileName` may leave out the extension that the file itself has. */
function nameWithExtension(name: string, ownName: string): string {
  const extension = /\.[A-Za-z0-9]{1,10}$/;
  return extension.test(name) ? name : name + (extension.exec(ownName)?.[0] ?? '');
}

function expiryOf(call: DataCall): number {
  const now = call.world.clock.now();
  const sent = call.query.get('expirationTime');
  if (sent === null || sent === '') return now + ADDRESS_GOOD_MS;
  const expires = Number(sent);
  if (!Number.isSafeInteger(expires) || expires <= now) {
    return refuseField(
      'expirationTime',
      'expirationTime must be a time to come, in milliseconds since the epoch.',
    );
  }
  return expires;
}

/** Data reference, Endpoints: files. */
export const FILE_OPERATIONS: DataOperation[] = [
  {
    name: 'uploadFile',
    method: 'POST',
    path: '/files/upload',
    takes: 'multipart',
    async handle(call) {
      const { name, bytes } = await readUpload(call);
      const stored = storeFile(call.world, call.backend, name, bytes);
      call.world.counters.effects.filesUploaded += 1;
      return { data: stored.name };
    },
  },
  {
    name: 'downloadFile',
    method: 'GET',
    path: '/files/download/:fileName',
    handle(call) {
      const { name } = requireFile(call, param(call, 'fileName'));
      const expires = expiryOf(call);
      return {
        data: [signedAddress(call.world, call.dataUrl, 'files', call.backend.projectId, name, expires)],
      };
    },
  },
  {
    name: 'deleteFile',
    method: 'DELETE',
    path: '/files/:fileName',
    handle(call) {
      const { name } = requireFile(call, param(call, 'fileName'));
      call.backend.files.delete(name);
      return { data: null };
    },
  },
];
