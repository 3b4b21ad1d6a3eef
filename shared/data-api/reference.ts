import { placeWords } from '../operations/place.ts';
import { fieldsOf } from '../operations/reference.ts';
import { DATA_ABOUT } from './about.ts';
import { DATA_AREAS } from './areas.ts';
import type { DataOperationName } from './catalogue.ts';
import type { DataEffect, DataOperation } from './operation.ts';
import { DATA_PLACES } from './places.ts';

const EFFECT_WORDS: Record<DataEffect, string> = {
  read: 'reads',
  file: 'makes or reads a file; changes no record',
  change: 'changes data: only in write mode',
  delete: 'deletes data: only in write mode',
};

const HEAD = `# Data operations

Every call of the data backend of a project's app that Pilot Light knows, made from \`shared/data-api\`; the edge passes on
nothing else. After a change there, \`npx vitest run --config e2e/vitest.config.ts --project shared -u\` writes this page anew.

The edge needs the variable \`DATA_API_URL\`, and each project a data key, which an owner writes with \`PUT /data-keys/PROJECT\`
and nobody reads again. A paired browser then asks for an operation at \`/data/PROJECT\` and the path below, with the
operation's own method, query and body. Viewers see no records. The reply is \`{ errors, data }\`; the number of all results,
where it was asked for, is in the header \`x-total-count\`.

- **Conditions** of a filter are the documented ones; no operator of a database can be named. A page has at most 500 records.
- **Write mode.** What changes or deletes data is refused with \`EDGE_WRITE_MODE_OFF\` until the browser has asked for it with
  \`POST /write-mode/PROJECT\`. It ends by itself after ten minutes without a write, or with \`DELETE /write-mode/PROJECT\`.
- **What may cost** (scans, OCR, PDFs, AI) needs an \`Idempotency-Key\` header and is made at most once per key; when the answer
  was lost, the reply is 202 with the record that \`/launches/KEY\` also tells. An answer is kept for an hour, for a browser that
  did not get it. \`getFeatureLimits\` tells beforehand which units of the named feature are left.
- **An upload** is the file itself, 20 MiB at most, an image or a PDF by its first bytes; the edge makes the form of it.
- **Imports**: \`POST /imports\` with an \`Idempotency-Key\` (\`{ projectId, table, rows: [{ values, recordId? }], duplicates?, source? }\`, at
  most 1,000 rows and 1 MiB), \`GET /imports\`, \`GET /imports/KEY?rows=all\`, \`POST /imports/KEY/stop\`, \`…/retry { rows: [{ row, values }] }\`,
  \`…/settle { row, recordId }\`, \`…/undo\` (its own browser, or an owner). They need no write mode: their rows were reviewed.
- **Watches**: \`GET /watches\`, \`PUT /watches/ID\` (\`{ kind: 'records' | 'count', projectId, table, filter?, label?, property?, within?, timeZone? }\`), \`DELETE /watches/ID\`.
  \`news\` counts what was new since the watch began: a browser tells what is beyond the number that it told last. The snapshot's
  \`watches\` changes when there is something to read. Each is asked about once a minute, more rarely when there are more than 80.
- A path that neither reference of the service shows is marked; where it is missing, the reply is \`EDGE_SERVICE_NOT_AVAILABLE\`.
`;

/** The page \`docs/data-operations.md\`. */
export function dataOperationsReference(): string {
  const areas = Object.entries(DATA_AREAS).map(
    ([title, operations]) => `## ${title}\n\n${Object.entries(operations).map(describe).join('\n')}`,
  );
  return `${HEAD}\n${areas.join('\n')}`;
}

function describe([name, operation]: [string, DataOperation]): string {
  const { method, path, cost, role, effect, takes, feature, assumed, query, body } = operation;
  const facts: [string, string | null][] = [
    ['Who', role],
    ['Where a user does it', placeWords(DATA_PLACES[name as DataOperationName])],
    ['Does', EFFECT_WORDS[effect]],
    ['Cost', cost === 'free' ? null : cost === 'credits' ? 'may use credits' : 'not stated'],
    ['Units of', feature && `\`${feature}\``],
    ['Query', fieldsOf(query)],
    ['Body', takes === 'file' ? 'the file' : fieldsOf(body)],
    ['Path', assumed ? 'not documented' : null],
  ];
  const rows = facts.flatMap(([title, words]) => (words === null ? [] : [`- ${title}: ${words}`]));
  return `### ${name}\n\n\`${method} ${path}\`\n\n${DATA_ABOUT[name as DataOperationName]}\n\n${rows.join('\n')}\n`;
}
