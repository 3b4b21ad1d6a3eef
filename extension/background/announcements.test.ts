import { expect, test } from 'vitest';
import { announcedSince } from './announcements.ts';

test('the cursor moves no further than what was fetched, whatever the newest number is', async () => {
  const pages = [
    { items: [], next: 40, gap: false },
    { items: [], next: 40, gap: false },
  ];
  const dependencies = {
    fetch: async () => Response.json({ errors: null, data: pages.shift() }),
    isOnline: () => true,
  };
  const found = await announcedSince(dependencies, 'https://edge.example', 'token', 10, 50);
  expect(found).toEqual({ items: [], cursor: 40 });
});
