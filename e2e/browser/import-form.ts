import { expect, type Page } from '@playwright/test';

/** Chooses where the rows of an import go. */
export async function chooseTable(form: Page, projectId: string, table: string): Promise<void> {
  await form.getByLabel('Project', { exact: true }).selectOption(projectId);
  await form.getByLabel('Table', { exact: true }).selectOption(table);
}

/** Leaves the result of an import, so that the form is empty or has another draft, and closes it. */
export async function finishImport(form: Page): Promise<void> {
  await form.getByRole('button', { name: 'Done' }).click();
  await expect(form.getByText(/^Saved to/)).toHaveCount(0);
  await form.close();
}
