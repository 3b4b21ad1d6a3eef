import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Binding, Module, Version } from './account.ts';
import { ApiProblem } from './respond.ts';

const metadata = z.looseObject({
  main_module: z.string(),
  bindings: z.array(z.looseObject({ type: z.string(), name: z.string() })),
  compatibility_date: z.string(),
  keep_bindings: z.array(z.string()).default([]),
  annotations: z.record(z.string(), z.string().optional()).default({}),
  migrations: z
    .object({ new_tag: z.string(), old_tag: z.string().optional(), steps: z.array(z.unknown()) })
    .optional(),
});

export interface ParsedUpload {
  readonly version: Version;
  readonly newMigrationTag: string | null;
}

/** Codes of Cloudflare's API for a rejected upload. */
const INVALID_INHERIT_BINDING = 10057;
const NO_MAIN_MODULE = 10021;
const WRONG_MIGRATION = 10079;

/**
 * Parses an upload of `wrangler deploy`: a part `metadata` and one for each module. Inherited or kept
 * bindings come from the previous version.
 */
export async function parseUpload(
  request: Request,
  before: { version: Version; migrationTag: string | null } | null,
): Promise<ParsedUpload> {
  const form = await request.formData();
  const result = metadata.parse(JSON.parse(String(form.get('metadata'))));
  const modules: Module[] = [];
  for (const [name, part] of form.entries())
    if (part instanceof File && part.type !== 'application/source-map')
      modules.push({ name, contentType: part.type, text: await part.text() });
  if (!modules.some(({ name }) => name === result.main_module))
    throw new ApiProblem(400, NO_MAIN_MODULE, 'no main module');
  const { migrations } = result;
  if (migrations && (migrations.old_tag ?? null) !== (before?.migrationTag ?? null))
    throw new ApiProblem(412, WRONG_MIGRATION, 'migration tag precondition failed');
  return {
    newMigrationTag: migrations?.new_tag ?? null,
    version: {
      id: randomUUID(),
      createdAt: new Date().toISOString(),
      mainModule: result.main_module,
      modules,
      compatibilityDate: result.compatibility_date,
      bindings: resolveBindings(result.bindings, result.keep_bindings, before?.version.bindings ?? []),
      annotations: Object.fromEntries(
        Object.entries(result.annotations).filter((entry): entry is [string, string] => Boolean(entry[1])),
      ),
    },
  };
}

function resolveBindings(
  sent: readonly Binding[],
  keep: readonly string[],
  before: readonly Binding[],
): Binding[] {
  const resolved = sent.map((binding) => {
    if (binding.type !== 'inherit') return binding;
    const inherited = before.find(({ name }) => name === binding.name);
    if (inherited) return inherited;
    throw new ApiProblem(400, INVALID_INHERIT_BINDING, `inherit binding '${binding.name}' is invalid`);
  });
  const named = new Set(resolved.map(({ name }) => name));
  return [...resolved, ...before.filter(({ type, name }) => keep.includes(type) && !named.has(name))];
}

/** The same version with one new secret. */
export function withSecret(version: Version, name: string, text: string): Version {
  return {
    ...version,
    id: randomUUID(),
    createdAt: new Date().toISOString(),
    bindings: [
      ...version.bindings.filter((binding) => binding.name !== name),
      { type: 'secret_text', name, text },
    ],
  };
}

/** A binding in the API's response: a secret without its value. */
export function shownBinding({ text, ...binding }: Binding): Binding {
  return binding.type === 'secret_text' || text === undefined
    ? (binding as Binding)
    : ({ ...binding, text } as Binding);
}
