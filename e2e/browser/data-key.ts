import type { ExtensionBrowser } from '../dev/browser.ts';

/**
 * Calls the edge with a paired browser's token.
 * @param headers beside the usual ones
 * @returns the response, and the edge's address
 */
export async function askEdgeAs<T>(
  browser: ExtensionBrowser,
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<{ data: T; edge: string }> {
  const background = await browser.background();
  return (await background.evaluate(
    async ([verb, below, sent, others]) => {
      const stored = (await chrome.storage.local.get(['connection', 'device-token'])) as Record<
        string,
        unknown
      >;
      const { edge } = stored.connection as { edge: string };
      const response = await fetch(`${edge}${below}`, {
        method: verb,
        headers: {
          authorization: `Bearer ${stored['device-token']}`,
          'content-type': 'application/json',
          ...others,
        },
        body: JSON.stringify(sent),
      });
      const { data, errors } = (await response.json()) as { data: unknown; errors: unknown };
      if (!response.ok) throw new Error(`The edge refused ${verb} ${below}: ${JSON.stringify(errors)}`);
      return { data, edge };
    },
    [method, path, body, headers] as const,
  )) as { data: T; edge: string };
}

/** Stores a project's data key as an owner: tests it, then confirms. */
export async function writeDataKey(browser: ExtensionBrowser, projectId: string, key: string): Promise<void> {
  const path = `/data-keys/${projectId}`;
  const { data } = await askEdgeAs<{ confirm: string }>(browser, 'PUT', path, { key });
  await askEdgeAs(browser, 'PUT', path, { key, confirm: data.confirm });
}
