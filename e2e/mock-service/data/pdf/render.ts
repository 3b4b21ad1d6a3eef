import { refuseField } from '../http/problem.ts';

/** The page that a Handlebars template makes of its variables. 400 with what Handlebars has against it. */
export async function renderTemplate(template: string, variables: object): Promise<string> {
  const { default: Handlebars } = await import('handlebars');
  try {
    return Handlebars.compile(template)(variables);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return refuseField('variables', `The template can't be filled: ${why}.`);
  }
}
