import { requestId } from 'hono/request-id';
import { secureHeaders } from 'hono/secure-headers';
import { timing } from 'hono/timing';
import { Hono } from 'hono/tiny';
import { Account } from './account/account.ts';
import { extensionCors, floodGuard } from './http/access.ts';
import { readToken } from './http/caller.ts';
import type { EdgeEnvironment } from './http/context.ts';
import { accessLog, handleError } from './http/log.ts';
import { fail, respond } from './http/result.ts';
import { linkRoutes } from './routes/alerts.ts';
import { accountStub } from './routes/call-account.ts';
import { dataGatewayRoutes } from './routes/data.ts';
import { pairingRoutes } from './routes/devices.ts';
import { getHealth, getRootPage } from './routes/health.ts';
import { newImportRoutes } from './routes/imports.ts';
import { launchRoutes } from './routes/paid.ts';
import { mountRoutes, ROUTES } from './routes/routes.ts';
import { serviceRoutes } from './routes/service.ts';
import { liveRoutes } from './routes/snapshot.ts';
import { hookRoutes } from './routes/webhooks.ts';

/** The Durable Object, with the routes that it acts for. */
class AccountOfRoutes extends Account {
  constructor(ctx: DurableObjectState, env: Cloudflare.Env) {
    super(ctx, env, ROUTES);
  }
}

export { AccountOfRoutes as Account };

const app = new Hono<EdgeEnvironment>();

// Always a generated request id: a client's own could contain anything, and is logged.
app.use(requestId({ headerName: '' }));
app.use(accessLog);
app.use(timing({ totalDescription: '' }));
// The edge returns data and one page with its own policy: no other response may be rendered as a page.
app.use(
  secureHeaders({
    contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    strictTransportSecurity: 'max-age=31536000',
    crossOriginResourcePolicy: false,
    overwrite: false,
  }),
);
app.use(extensionCors);
app.use(readToken);
app.use(floodGuard((env) => accountStub(env).tokenHashes()));

app.get('/', getRootPage);
app.get('/health', getHealth);
mountRoutes(app);
// What needs more than a role, or none.
for (const routes of [
  pairingRoutes,
  liveRoutes,
  linkRoutes,
  hookRoutes,
  launchRoutes,
  serviceRoutes,
  dataGatewayRoutes,
  newImportRoutes,
])
  app.route('/', routes);

for (const path of new Set(app.routes.filter(({ method }) => method !== 'ALL').map(({ path }) => path)))
  app.all(path, (c) =>
    respond(c, fail('EDGE_METHOD_NOT_ALLOWED', 'This address has other methods than this one.')),
  );

app.notFound((c) => respond(c, fail('EDGE_NOT_FOUND', 'There is nothing here.')));
app.onError(handleError);

export default app;
