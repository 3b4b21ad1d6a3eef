import { Hono } from 'hono';

export { Account } from './account/account.ts';

const app = new Hono<{ Bindings: Cloudflare.Env }>();

export default app;
