import type { ConversationMessage } from '../../../../../shared/builder-api/agent.ts';
import { parseInstant } from '../../../../../shared/time.ts';
import type { Prompted } from '../../../../launch/into-prompt.ts';
import { takeApart } from '../../../../launch/launch-request.ts';
import { decoded } from '../../../parts/escaped-text.ts';

/** What a prompt of the conversation was made of: its words, the page that went along, and files by their addresses. */
export function promptedIn({ message, createdAt, files }: ConversationMessage): Prompted {
  const { words, page } = takeApart(decoded(message ?? ''));
  return {
    words,
    reference: page && {
      ...{ title: '', url: page.url, text: page.text, kind: page.isSelection ? 'selection' : 'page' },
      ...{ capturedAt: parseInstant(createdAt) ?? 0, notes: [], candidates: [] },
    },
    // Whatever in the page needs a look is shown again.
    keptLines: [],
    attachments: (files ?? []).flatMap(({ name, url, imageDescription }) =>
      url
        ? [
            {
              id: crypto.randomUUID(),
              name: decoded(name ?? ''),
              description: decoded(imageDescription ?? ''),
              source: { kind: 'address', url: decoded(url) },
            },
          ]
        : [],
    ),
  };
}
