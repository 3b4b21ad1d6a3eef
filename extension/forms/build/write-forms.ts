import type { Form } from '../form.ts';
import * as readers from '../readers.ts';
import { readerSource } from './reader-source.ts';

/** What a file of forms exports: a form, or several by name. */
export type FormsFile = Record<string, Form<unknown> | Record<string, Form<unknown>>>;

/** The source of a module with the same exports, whose forms are readers. */
export function writeForms(forms: FormsFile): string {
  const { expression, declarations } = readerSource();
  const write = (form: Form<unknown>): string => {
    const { schema } = form;
    if (!schema) throw new Error('A form without a schema');
    return `/* @__PURE__ */ form(${expression(schema)})`;
  };
  const exported = Object.entries(forms).map(([name, one]) => {
    if (typeof one === 'function') return `export const ${name} = ${write(one)};`;
    const parts = Object.entries(one).map(([part, form]) => `${JSON.stringify(part)}: ${write(form)}`);
    return `export const ${name} = { ${parts.join(', ')} };`;
  });
  const words = Object.keys(readers).join(', ');
  return [`import { ${words} } from './readers.ts';`, ...inPlace(declarations(), exported.join('\n'))].join(
    '\n',
  );
}

/** Readers that stand in one place only are written there: a name of their own would be wasted. */
function inPlace(declarations: ReadonlyMap<string, string>, exported: string): string[] {
  const all = [...declarations.values(), exported].join('\n');
  const isUsedOnce = (name: string) => all.split(name).length === 2;
  const whole = (source: string): string =>
    source.replace(/read\d+_/g, (name) => (isUsedOnce(name) ? whole(declarations.get(name) ?? name) : name));
  const named = [...declarations].filter(([name]) => !isUsedOnce(name));
  return [...named.map(([name, source]) => `const ${name} = ${whole(source)};`), whole(exported)];
}
