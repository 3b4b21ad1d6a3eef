import { Hono } from 'hono/tiny';
import { workMarkRequest } from '../../shared/edge-api/work.ts';
import { configuration, mayUse } from '../configuration.ts';
import { query } from '../http/body.ts';
import { authenticate } from '../http/caller.ts';
import type { EdgeEnvironment } from '../http/context.ts';
import { fail, invalid } from '../http/result.ts';
import { journalQuery } from '../journal/asked.ts';
import { projectsQuery } from '../projects/projects.ts';
import { placeOf } from '../work/work-page.ts';
import { checkId, refuse, respondWith, withBody } from './call-account.ts';

/** Rows of projects; what happened, one entry an act, of all of them; and the rows of work of one. */
export const workRoutes = new Hono<EdgeEnvironment>()
  /** The query of List Projects, or `ids`; `days`, `fresh`. */
  .get('/projects', authenticate, query(projectsQuery), (c) =>
    mayUse(configuration(c.env), 'listProjects')
      ? respondWith(c, 'projects', c.req.valid('query'))
      : refuse(c, fail('EDGE_NOT_ALLOWED', 'The operator of this edge does not allow listProjects.')),
  )
  .get('/journal', authenticate, query(journalQuery), (c) => respondWith(c, 'journal', c.req.valid('query')))
  /** `?before`: the `next` of a page, or an instant with `.0`. */
  .get('/work/:projectId', authenticate, checkId, async (c) => {
    const asked = c.req.query('before');
    const before = asked === undefined ? null : placeOf(asked);
    if (asked !== undefined && before === null)
      return refuse(c, invalid('before', 'is none that a page gave'));
    return respondWith(c, 'work', c.req.param('projectId'), before);
  })
  /** What somebody says of a run: it did not do what was asked, or the thing works now. `id`: number of its row. */
  .post('/work/:id/mark', ...withBody('markWork', workMarkRequest), (c) => {
    const id = Number(c.req.param('id'));
    if (!Number.isSafeInteger(id)) return refuse(c, invalid('id', 'is no number of a row'));
    return respondWith(c, 'markWork', id, c.req.valid('json').mark);
  });
