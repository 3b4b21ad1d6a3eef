import { env, runInDurableObject } from 'cloudflare:test';
import { afterEach, expect, test } from 'vitest';
import type { NumberedAnnouncement } from '../../shared/attention/news.ts';
import type { ChannelRequest } from '../../shared/edge-api/channels.ts';
import { MINUTE_MS } from '../../shared/time.ts';
import type { AccountContext } from '../object/context.ts';
import { reset } from '../testing/reset.ts';
import { T0, testContext } from '../webhooks/testing/fake-webhook-service.ts';
import { Alerts } from './alerts.ts';

afterEach(() => reset());

const CHANNELS = 5;
const ALERTS = 200;
/** A day of the free plan, for everything that the edge does. */
const ROWS_WRITTEN_A_DAY = 100_000;
const ROWS_READ_A_DAY = 5_000_000;

/** Counts the rows that are written and read. */
function counting(context: AccountContext) {
  const cursors: SqlStorageCursor<Record<string, SqlStorageValue>>[] = [];
  const sql = new Proxy(context.storage.sql, {
    get: (target, name) => {
      if (name !== 'exec') return Reflect.get(target, name);
      return (query: string, ...values: SqlStorageValue[]) => {
        const cursor = target.exec(query, ...values);
        cursors.push(cursor);
        return cursor;
      };
    },
  });
  const { storage } = context;
  const counted = {
    sql,
    transactionSync: <T>(work: () => T) => storage.transactionSync(work),
  } as unknown as DurableObjectStorage;
  const sum = (of: 'rowsWritten' | 'rowsRead') => cursors.reduce((total, cursor) => total + cursor[of], 0);
  return {
    context: { ...context, storage: counted },
    written: () => sum('rowsWritten'),
    read: () => sum('rowsRead'),
  };
}

const request: ChannelRequest = {
  kind: 'slack',
  name: 'Slack',
  tells: ['everything'],
  over: true,
  hours: null,
  language: 'en',
  target: { kind: 'slack', url: 'https://hooks.example/x' },
};

test(`${ALERTS} alerts in ${CHANNELS} channels, each in a minute of its own, take a small part of a free day`, () =>
  runInDurableObject(env.ACCOUNT.getByName('alert-costs'), async (_, state) => {
    const clock = { at: T0 };
    const { context, written, read } = counting(testContext(state, env, clock));
    const kept: NumberedAnnouncement[] = [];
    let posts = 0;
    const sources = {
      keptAfter: (number: number) => kept.filter((one) => one.number > number),
      lastAnnouncement: () => kept.length,
      fateOf: () => 'open' as const,
      nameOf: () => null,
      links: {
        onChannelSet: () => undefined,
        linkFor: async () => null,
        lackOf: () => null,
        spentBy: () => 0,
      },
    };
    const alerts = new Alerts(context, sources, async () => {
      posts++;
      return { status: 200, text: '', retryAfterMs: null };
    });
    for (let n = 0; n < CHANNELS; n++)
      expect((await alerts.put('device', `channel-${n}`, request)).ok).toBe(true);
    for (let number = 1; number <= ALERTS; number++) {
      clock.at += MINUTE_MS;
      kept.push({
        ...{ number, key: `k${number}#1`, noticeId: `k${number}`, severity: 'note', at: clock.at },
        ...{
          projectId: 'shop',
          label: 'Shop',
          about: { kind: 'project-paused', state: null, resumable: null },
        },
      });
      alerts.onAnnounced();
      alerts.onChanged();
      await alerts.run();
    }
    expect(posts).toBe(ALERTS * CHANNELS);
    expect(written()).toBeLessThan(ROWS_WRITTEN_A_DAY / 10);
    expect(read()).toBeLessThan(ROWS_READ_A_DAY / 2);
  }));
