import { expect } from 'vitest';
import type { Bench } from './bench.ts';
import { absent, fieldRows, isoTime, oneOf, text } from './fields.ts';
import { notProvable, row, type Section } from './row.ts';

const SHOP = '/projects/shop';
const MINUTE_MS = 60_000;

/** A project whose two runs have each made a version; returns them, newest first. */
async function twoVersions(bench: Bench): Promise<Record<string, string>[]> {
  bench.project('shop');
  for (const prompt of ['First', 'Second']) {
    bench.control.startRun('shop', prompt);
    bench.control.finishRun('shop');
    await bench.control.advance(1_000);
  }
  return (await bench.call('GET', `${SHOP}/versions`)).data.versions;
}

async function recover(bench: Bench, versionId: string) {
  return bench.call('POST', `${SHOP}/versions/${versionId}/recover`);
}

async function marker(bench: Bench) {
  return (await bench.call('GET', SHOP)).data.versionRecovery;
}

export const VERSIONS: Section[] = [
  {
    section: 'Gaps page: versions',
    rows: [
      ...fieldRows('version', async (bench) => (await twoVersions(bench))[0] ?? {}, {
        _id: text,
        name: text,
        commitSha: (value) => /^[0-9a-f]{40}$/.test(String(value)),
        commitMessage: text,
        prompt: oneOf('Second'),
        recoveredVersionId: absent,
        createdAt: isoTime,
        updatedAt: isoTime,
        id: absent,
      }),
      row('limit: default 20; skip; and how many there are in all', async (bench) => {
        bench.project('shop');
        for (let version = 0; version < 25; version += 1) bench.control.addVersion('shop');
        const page = async (query: string) => (await bench.call('GET', `${SHOP}/versions${query}`)).data;
        const first = await page('');
        expect([first.versions.length, first.totalCount]).toEqual([20, 25]);
        const rest = await page('?limit=10&skip=20');
        expect([rest.versions.length, rest.totalCount]).toEqual([5, 25]);
        const ids = [...first.versions, ...rest.versions].map(({ _id }: { _id: string }) => _id);
        expect(new Set(ids).size).toBe(25);
      }),
      row('recover costs RECOVER_VERSION and takes 1 to 4 minutes, told by a marker', async (bench) => {
        const [, older] = await twoVersions(bench);
        const { RECOVER_VERSION } = (await bench.call('GET', '/credit-costs')).data.creditCosts;
        const cost = await bench.cost(async () => {
          expect(text((await recover(bench, String(older?._id))).data.message)).toBe(true);
        });
        expect(cost).toBe(RECOVER_VERSION);
        expect(await marker(bench)).toEqual({
          status: 'recovering',
          versionId: older?._id,
          startedAt: expect.any(String),
        });
        await bench.control.advance(MINUTE_MS - 1);
        expect((await marker(bench)).status).toBe('recovering');
        await bench.control.advance(3 * MINUTE_MS + 1);
        expect(await marker(bench)).toBeNull();
      }),
      row('a recovery makes a version of its own; none, where that is assumed', async (bench) => {
        const [, older] = await twoVersions(bench);
        const latest = async () => (await bench.call('GET', `${SHOP}/versions`)).data;
        await recover(bench, String(older?._id));
        await bench.control.advance(4 * MINUTE_MS);
        const { versions, totalCount } = await latest();
        expect([totalCount, versions[0].recoveredVersionId, versions[0].prompt]).toEqual([
          3,
          older?._id,
          'First',
        ]);
        bench.control.assume({ recoveryMakesVersion: false });
        await recover(bench, String(older?._id));
        await bench.control.advance(4 * MINUTE_MS);
        expect((await latest()).totalCount).toBe(3);
      }),
      row('a recovery is no run: the agent’s status says nothing of it', async (bench) => {
        const [, older] = await twoVersions(bench);
        await recover(bench, String(older?._id));
        expect((await bench.call('GET', `${SHOP}/agent/status`)).data.status).toBe('done');
        expect((await bench.call('GET', SHOP)).data.agentProcessStatus).toBe('done');
      }),
      row('a recovery that fails leaves its marker, with the reason', async (bench) => {
        const [, older] = await twoVersions(bench);
        bench.control.setOutcomes({ recoveries: ['error'] });
        await recover(bench, String(older?._id));
        await bench.control.advance(4 * MINUTE_MS);
        expect(await marker(bench)).toMatchObject({ status: 'error', errorMessage: expect.any(String) });
        expect((await bench.call('GET', `${SHOP}/versions`)).data.totalCount).toBe(2);
      }),
      row('the marker goes 10 minutes after its start, or when it is cleared', async (bench) => {
        const [, older] = await twoVersions(bench);
        bench.control.setOutcomes({ recoveries: ['error', 'error'] });
        await recover(bench, String(older?._id));
        await bench.control.advance(10 * MINUTE_MS - 1);
        expect((await marker(bench)).status).toBe('error');
        await bench.control.advance(1);
        expect(await marker(bench)).toBeNull();
        await recover(bench, String(older?._id));
        await bench.control.advance(4 * MINUTE_MS);
        expect((await bench.call('DELETE', `${SHOP}/versions/recovery`)).status).toBe(200);
        expect(await marker(bench)).toBeNull();
      }),
      row('recover: MISSING_VERSION_ID 400, and 404 for none of the project', async (bench) => {
        await twoVersions(bench);
        await bench.refused(() => recover(bench, '%20'), 400, 'MISSING_VERSION_ID');
        await bench.refused(() => recover(bench, 'none'), 404, 'VERSION_NOT_FOUND');
      }),
      row('recover: INSUFFICIENT_CREDITS 402', async (bench) => {
        const [latest] = await twoVersions(bench);
        bench.control.setAccount({ recurrentCredits: 0, oneTimeCredits: 0.5 });
        await bench.refused(() => recover(bench, String(latest?._id)), 402, 'INSUFFICIENT_CREDITS');
      }),
      row('version-diff: by 7 to 40 digits of a commit', async (bench) => {
        const [latest] = await twoVersions(bench);
        const commitSha = String(latest?.commitSha);
        for (const sha of [commitSha.slice(0, 7), commitSha]) {
          const { data } = await bench.call('GET', `${SHOP}/version-diff?commitSha=${sha}`);
          expect(data).toEqual({ commitSha, diff: expect.stringContaining('diff --git') });
        }
      }),
      row(
        'version-diff: MISSING_COMMIT_SHA and INVALID_COMMIT_SHA 400; an _id is no commit',
        async (bench) => {
          const [latest] = await twoVersions(bench);
          const diff = (query: string) => () => bench.call('GET', `${SHOP}/version-diff${query}`);
          await bench.refused(diff(''), 400, 'MISSING_COMMIT_SHA');
          for (const wrong of ['abc123', 'g'.repeat(7), '0'.repeat(41), String(latest?._id)]) {
            await bench.refused(diff(`?commitSha=${wrong}`), 400, 'INVALID_COMMIT_SHA');
          }
        },
      ),
      row('version-diff: NO_ACTIVE_SANDBOX 400 while the project sleeps', async (bench) => {
        const [latest] = await twoVersions(bench);
        bench.control.fallAsleep('shop');
        const ask = () => bench.call('GET', `${SHOP}/version-diff?commitSha=${latest?.commitSha}`);
        await bench.refused(ask, 400, 'NO_ACTIVE_SANDBOX');
      }),
      row('importInProgress: since when, and why it failed; gone after half an hour', async (bench) => {
        bench.project('shop');
        const reported = async () => (await bench.call('GET', SHOP)).data.importInProgress;
        expect(await reported()).toBeNull();
        bench.control.setImporting('shop');
        expect(await reported()).toEqual({ startedAt: '2026-11-15T12:00:00.000Z' });
        bench.control.setImporting('shop', 'Too old');
        expect((await reported()).errorMessage).toBe('Too old');
        await bench.control.advance(30 * MINUTE_MS);
        expect(await reported()).toBeNull();
      }),
      notProvable('the order of versions', 'not stated; newest first here'),
    ],
  },
  {
    section: 'Gaps page: secrets',
    rows: [
      ...fieldRows(
        'added secret',
        async (bench) => {
          bench.project('shop');
          const body = { secretName: 'MAIL_KEY', secretValue: 'hidden-value', environment: 'production' };
          const { data, text: response } = await bench.call('POST', `${SHOP}/secrets`, body);
          expect(response).not.toContain('hidden-value');
          return data;
        },
        {
          _id: text,
          secretName: oneOf('MAIL_KEY'),
          environment: oneOf('production'),
          createdAt: isoTime,
          secretValue: absent,
        },
      ),
      row('environment is both unless told', async (bench) => {
        bench.project('shop');
        const { data } = await bench.call('POST', `${SHOP}/secrets`, { secretName: 'A', secretValue: 'x' });
        expect(data.environment).toBe('both');
      }),
      row('Get Project lists them, without values; deleted ones are gone', async (bench) => {
        bench.project('shop');
        const listed = async () => (await bench.call('GET', SHOP)).data.secrets;
        const body = { secretName: 'MAIL_KEY', secretValue: 'hidden-value' };
        const { _id } = (await bench.call('POST', `${SHOP}/secrets`, body)).data;
        expect(await listed()).toEqual([{ _id, secretName: 'MAIL_KEY', environment: 'both' }]);
        expect((await bench.call('DELETE', `${SHOP}/secrets/${_id}`)).data).toEqual({ success: true });
        expect(await listed()).toEqual([]);
      }),
      row('MISSING_SECRET_FIELDS 400: a name or a value', async (bench) => {
        bench.project('shop');
        for (const body of [
          { secretName: 'A' },
          { secretValue: 'x' },
          { secretName: '', secretValue: 'x' },
          {},
        ]) {
          const ask = () => bench.call('POST', `${SHOP}/secrets`, body);
          await bench.refused(ask, 400, 'MISSING_SECRET_FIELDS');
        }
      }),
      row('INVALID_SECRET_KEY_NAME 400', async (bench) => {
        bench.project('shop');
        for (const secretName of ['MAIL KEY', '1ST', 'A-B']) {
          const ask = () => bench.call('POST', `${SHOP}/secrets`, { secretName, secretValue: 'x' });
          await bench.refused(ask, 400, 'INVALID_SECRET_KEY_NAME');
        }
      }),
      row('MISSING_SECRET_ID 400, and 404 for none of the project', async (bench) => {
        bench.project('shop');
        const remove = (id: string) => () => bench.call('DELETE', `${SHOP}/secrets/${id}`);
        await bench.refused(remove('%20'), 400, 'MISSING_SECRET_ID');
        await bench.refused(remove('none'), 404, 'SECRET_NOT_FOUND');
      }),
      row('adding and deleting are free', async (bench) => {
        bench.project('shop');
        const cost = await bench.cost(async () => {
          const body = { secretName: 'A', secretValue: 'x' };
          const { _id } = (await bench.call('POST', `${SHOP}/secrets`, body)).data;
          await bench.call('DELETE', `${SHOP}/secrets/${_id}`);
        });
        expect(cost).toBe(0);
      }),
      notProvable(
        'format and number of secret names, the same name twice',
        'not shown; ours are in the README',
      ),
      notProvable(
        'a build under way does not see a new secret',
        'nothing of a build can be seen from outside',
      ),
    ],
  },
];
