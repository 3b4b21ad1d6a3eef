import { expect, test } from 'vitest';
import { parseDeliveryBody } from '../../edge/webhooks/delivery-body.ts';
import { verifyDelivery } from '../../edge/webhooks/signature.ts';
import { mutateDelivery, seeded, sign } from '../../edge/webhooks/testing/mutate-delivery.ts';

/** A tenth of the figure; `npm run soak` asks for the whole of it. */
const MUTANTS = Number(process.env.FORGED_DELIVERIES ?? 100_000);
const AT_ONCE = 2000;
const SECRET = `whsec_${'9f86d081884c7d65'.repeat(4)}`;
const T = 1_763_640_000;
const BODY = JSON.stringify({
  event: 'deployment.finished',
  timestamp: '2025-11-20T12:00:00Z',
  data: { projectId: 'shop', deploymentId: 'd1', status: 'success' },
});

test(`of ${MUTANTS.toLocaleString('en')} forged, tampered or stale deliveries none is accepted, and none throws`, {
  timeout: 300_000,
}, async () => {
  const specimen = {
    header: await sign(SECRET, T, BODY),
    body: new TextEncoder().encode(BODY),
    nowMs: T * 1000,
  };
  expect((await verifyDelivery(specimen.header, specimen.body, [SECRET], specimen.nowMs)).ok).toBe(true);
  const random = seeded(20_261_121);
  const results = new Map<string, number>();
  for (let done = 0; done < MUTANTS; done += AT_ONCE) {
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        const { header, body, nowMs } = mutateDelivery(specimen, random);
        parseDeliveryBody(body);
        const result = await verifyDelivery(header, body, [SECRET], nowMs);
        const name = result.ok ? `accepted ${header}` : result.reason;
        results.set(name, (results.get(name) ?? 0) + 1);
      }),
    );
  }
  expect([...results.keys()].sort()).toEqual(['ahead', 'bad-signature', 'malformed', 'stale']);
  expect([...results.values()].reduce((a, b) => a + b)).toBe(MUTANTS);
  for (const count of results.values()) expect(count).toBeGreaterThan(MUTANTS / 500);
});
