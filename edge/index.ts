import { Hono } from 'hono/tiny';
import type { EdgeContext, EdgeEnvironment } from './http/edge-context.ts';
import { floodGuard } from './http/flood.ts';
import { failed, observe } from './http/observe.ts';
import { refusal } from './http/refusal.ts';
import { respondRefusal } from './http/respond.ts';
import { deleteDevice, getDevices, patchDevice } from './routes/devices.ts';
import { getEvent, getEvents } from './routes/events.ts';
import { getHealth } from './routes/health.ts';
import { postAccountHook, postProjectHook } from './routes/hooks.ts';
import { getLaunch, postLaunch } from './routes/launches.ts';
import { getLive } from './routes/live.ts';
import { postPair, postPairingCode } from './routes/pairing.ts';
import { getRootPage } from './routes/root-page.ts';
import { anyService } from './routes/service.ts';
import { getSnapshot } from './routes/snapshot.ts';
import {
  getProjectHooks,
  getSubscriptions,
  postProjectHookRotation,
  postSubscriptionsSync,
  putProjectHook,
} from './routes/subscriptions.ts';

export { Account } from './account/account.ts';

const around = (c: EdgeContext, answering: () => Promise<Response>) =>
  observe(c, () => floodGuard(c, answering));

const app = new Hono<EdgeEnvironment>();

app.use((c, next) =>
  around(c, async () => {
    await next();
    return c.res;
  }),
);

app.get('/', getRootPage);
app.get('/health', getHealth);
app.post('/pair', postPair);
app.post('/pairing-codes', postPairingCode);
app.get('/devices', getDevices);
app.patch('/devices/:deviceId', patchDevice);
app.delete('/devices/:deviceId', deleteDevice);
app.get('/snapshot', getSnapshot);
app.get('/live', getLive);
app.get('/events', getEvents);
app.get('/events/:seq', getEvent);
app.get('/subscriptions', getSubscriptions);
app.post('/subscriptions/sync', postSubscriptionsSync);
app.get('/subscriptions/projects', getProjectHooks);
app.put('/subscriptions/projects/:projectId', putProjectHook);
app.post('/subscriptions/projects/:projectId/rotate', postProjectHookRotation);
app.post('/hooks/projects/:projectId', postProjectHook);
app.post('/hooks/:event', postAccountHook);
app.post('/launches', postLaunch);
app.get('/launches/:key', getLaunch);
app.all('/service/*', anyService);

for (const path of new Set(app.routes.filter(({ method }) => method !== 'ALL').map(({ path }) => path)))
  app.all(path, (c) =>
    respondRefusal(c, refusal('EDGE_METHOD_NOT_ALLOWED', 'This address has other methods than this one.')),
  );

app.notFound((c) => respondRefusal(c, refusal('EDGE_NOT_FOUND', 'There is nothing here.')));
app.onError((error, c) => failed(c)(error));

export default app;
