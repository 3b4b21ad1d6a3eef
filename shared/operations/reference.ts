import type * as z from 'zod/mini';
import { ABOUT } from './about.ts';
import { AREAS } from './areas.ts';
import type { OperationName } from './catalogue.ts';
import { ENGINE_TWINS } from './engine-twins.ts';
import type { CostClass, Operation, Reach } from './operation.ts';

const COST_WORDS: Record<CostClass, string> = {
  free: 'free',
  credits: 'uses credits',
  unstated: 'not stated',
};

const HEAD = `# Operations

Every call of the service that Pilot Light knows, made from \`shared/operations\`; the gateway passes on nothing else.
After a change there, \`npx vitest run --config e2e/vitest.config.ts --project shared -u\` writes this page anew.

A paired browser asks for an operation at \`/service\` and the path below, with the operation's own method, query and body,
if its role reaches. One that uses credits needs an \`Idempotency-Key\` header and is made at most once per key; when the
answer was lost, the reply is 202 with the record that \`/launches/:key\` also tells. Where a price stands, it is the name
in the service's table of fixed prices.
`;

/** The page \`docs/operations.md\`. */
export function operationsReference(): string {
  const areas = Object.entries(AREAS).map(
    ([title, operations]) => `## ${title}\n\n${Object.entries(operations).map(describe).join('\n')}`,
  );
  return `${HEAD}\n${areas.join('\n')}`;
}

function describe([name, operation]: [string, Operation]): string {
  const { method, base, path, cost, price, role, query, body, engine, redacted } = operation;
  const twin = ENGINE_TWINS[name as OperationName];
  const facts: [string, string | null][] = [
    ['Cost', price === null ? COST_WORDS[cost] : `${COST_WORDS[cost]} (\`${price}\`)`],
    ['Who', reachWords(operation.reach, role)],
    ['Query', fieldsOf(query)],
    ['Body', fieldsOf(body)],
    ['Engine', engine && `\`${engine}\` only${twin ? `; the other engine has \`${twin}\`` : ''}`],
    ['Redacted', redacted.length > 0 ? redacted.map((field) => `\`${field}\``).join(', ') : null],
  ];
  const rows = facts.flatMap(([title, words]) => (words === null ? [] : [`- ${title}: ${words}`]));
  const place = base === 'root' ? ' (outside the versioned prefix)' : '';
  return `### ${name}\n\n\`${method} ${path}\`${place}\n\n${ABOUT[name as OperationName]}\n\n${rows.join('\n')}\n`;
}

function reachWords(reach: Reach, role: Operation['role']): string {
  switch (reach) {
    case 'gateway':
      return role;
    case 'launches':
      return `${role}, at \`/launches\` only`;
    case 'edge':
      return 'the edge for itself: it answers a secret';
  }
}

interface Definition {
  type: string;
  innerType?: z.ZodMiniType;
  shape?: Record<string, z.ZodMiniType>;
}

/** Names of an object's fields, optional ones with a question mark; null when there is no such part. */
export function fieldsOf(schema: z.ZodMiniType | null): string | null {
  if (schema === null) return null;
  const definition = schema._zod.def as Definition;
  if (definition.innerType) return fieldsOf(definition.innerType);
  if (!definition.shape) return "an object of the app's own";
  return Object.entries(definition.shape)
    .map(([field, value]) => `\`${field}${(value._zod.def as Definition).type === 'optional' ? '?' : ''}\``)
    .join(', ');
}
