import { expect } from 'vitest';
import { fieldRows, number } from './fields.ts';
import { notProvable, row, type Section } from './row.ts';

const COST_KEYS = [
  'CREATE_PROJECT',
  'CREATE_DEPLOYMENT',
  'START_SERVER',
  'GET_SOURCE_CODE',
  'RECOVER_VERSION',
  'UPLOAD_FILE',
  'ADD_CUSTOM_DOMAIN',
  'EXPORT_PROJECT',
  'IMPORT_PROJECT',
  'UPDATE_FILE',
  'REBUILD_PROJECT',
];

export const ACCOUNT: Section[] = [
  {
    section: 'Resources: Account',
    rows: [
      ...fieldRows('account', async ({ call }) => (await call('GET', '/account')).data, {
        credits: number,
        recurrentCredits: number,
        oneTimeCredits: number,
      }),
      row('credits is the sum of the two parts', async ({ call }) => {
        const { credits, recurrentCredits, oneTimeCredits } = (await call('GET', '/account')).data;
        expect(credits).toBe(recurrentCredits + oneTimeCredits);
      }),
      row('plan credits start anew each billing period, purchased ones stay', async (bench) => {
        bench.control.setAccount({ recurrentCredits: 3, oneTimeCredits: 7 });
        await bench.control.advance(31 * 86_400_000);
        const { recurrentCredits, oneTimeCredits } = (await bench.call('GET', '/account')).data;
        expect({ recurrentCredits, oneTimeCredits }).toEqual({ recurrentCredits: 100, oneTimeCredits: 7 });
      }),
      row('plan credits are used before purchased ones', async (bench) => {
        bench.control.setAccount({ recurrentCredits: 2, oneTimeCredits: 50 });
        await bench.call('POST', '/projects', { projectId: 'recipes' });
        const { recurrentCredits, oneTimeCredits } = (await bench.call('GET', '/account')).data;
        expect({ recurrentCredits, oneTimeCredits }).toEqual({ recurrentCredits: 0, oneTimeCredits: 47 });
      }),
      notProvable('extra properties may appear in any object', 'a statement about what clients must bear'),
    ],
  },
  {
    section: 'Resources: Credit costs',
    rows: [
      ...fieldRows(
        'creditCosts',
        async ({ call }) => (await call('GET', '/credit-costs')).data.creditCosts,
        Object.fromEntries(COST_KEYS.map((key) => [key, number])),
      ),
      row('the table is what is charged: a project', async (bench) => {
        const { CREATE_PROJECT } = (await bench.call('GET', '/credit-costs')).data.creditCosts;
        const before = await bench.credits();
        await bench.call('POST', '/projects', { projectId: 'recipes' });
        expect(await bench.credits()).toBe(before - CREATE_PROJECT);
      }),
      row('the table is what is charged: a deployment', async (bench) => {
        const { CREATE_DEPLOYMENT } = (await bench.call('GET', '/credit-costs')).data.creditCosts;
        bench.project('recipes');
        const before = await bench.credits();
        await bench.call('POST', '/projects/recipes/deployments/deploy');
        expect(await bench.credits()).toBe(before - CREATE_DEPLOYMENT);
      }),
      row('the table is what is charged: a server start', async (bench) => {
        const { START_SERVER } = (await bench.call('GET', '/credit-costs')).data.creditCosts;
        bench.project('recipes');
        const before = await bench.credits();
        await bench.call('POST', '/projects/recipes/agent/server/start-or-restart');
        expect(await bench.credits()).toBe(before - START_SERVER);
      }),
    ],
  },
  {
    section: 'Endpoints: Account',
    rows: [
      row('GET /credit-costs takes engine=legacy for the legacy prices', async ({ call }) => {
        const now = (await call('GET', '/credit-costs')).data.creditCosts;
        const legacy = (await call('GET', '/credit-costs?engine=legacy')).data.creditCosts;
        expect(Object.keys(legacy).sort()).toEqual(Object.keys(now).sort());
        expect(legacy).not.toEqual(now);
      }),
      row('GET /account/v2-opt-in tells the switch and whether it decides', async ({ call }) => {
        expect((await call('GET', '/account/v2-opt-in')).data).toEqual({ v2OptIn: true, available: true });
      }),
      row('PUT /account/v2-opt-in sets the engine of new projects', async ({ call }) => {
        expect((await call('PUT', '/account/v2-opt-in', { v2OptIn: false })).data).toEqual({
          v2OptIn: false,
        });
        await call('POST', '/projects', { projectId: 'recipes' });
        expect((await call('GET', '/projects/recipes')).data.engineVersion).toBeUndefined();
      }),
      row('INVALID_V2_OPT_IN 400', (bench) =>
        bench
          .refused(
            () => bench.call('PUT', '/account/v2-opt-in', { v2OptIn: 'yes' }),
            400,
            'INVALID_V2_OPT_IN',
          )
          .then(() => undefined),
      ),
      row('API_KEY_SCOPE_FORBIDDEN 403 for a restricted key', async (bench) => {
        const ask = () => bench.restricted('PUT', '/account/v2-opt-in', { v2OptIn: true });
        await bench.refused(ask, 403, 'API_KEY_SCOPE_FORBIDDEN');
      }),
      row('GET_ACCOUNT_ERROR 400, as a fault', async (bench) => {
        const fault = { kind: 'error', status: 400, code: 'GET_ACCOUNT_ERROR' } as const;
        // The first is the look at what a refusal must leave as it was.
        bench.control.addFault({ operation: 'getAccount', skip: 1, ...fault });
        await bench.refused(() => bench.call('GET', '/account'), 400, 'GET_ACCOUNT_ERROR');
      }),
      row('GET_CREDIT_COSTS_ERROR 400, as a fault', async (bench) => {
        const fault = { kind: 'error', status: 400, code: 'GET_CREDIT_COSTS_ERROR' } as const;
        bench.control.addFault({ operation: 'getCreditCosts', ...fault });
        await bench.refused(() => bench.call('GET', '/credit-costs'), 400, 'GET_CREDIT_COSTS_ERROR');
      }),
    ],
  },
];
