import { describe, expect, it } from 'vitest';
import { DESIGNTOOL_TOKEN, type Draft } from '../storage/drafts.ts';
import { draftFixture } from './entry-fixture.ts';
import { withSecretsAndFiles } from './launch-body.ts';
import { launchRequestOf, retryRequestOf } from './launch-request.ts';

const { settings } = draftFixture();

/** What the edge gets, after the request was sealed, stored and filled. */
function launchBody(draft: Draft, values: Record<string, string>, contents: Record<string, string>) {
  return withSecretsAndFiles(JSON.parse(JSON.stringify(launchRequestOf(draft))), values, contents);
}

describe('a sealed request (service reference, Launch Project)', () => {
  it('sends only what was chosen', () => {
    const plain = { ...settings, effort: null, developmentCap: '' };
    expect(launchBody(draftFixture({ settings: plain }), {}, {})).toEqual({
      projectId: 'studio-nord-classes',
      prompt: 'A booking page for this studio',
      model: 'opus',
    });
  });

  it('a run that is started again has the model, effort, fast mode and budget that were chosen (service reference, Versioning)', () => {
    const chosen = draftFixture({
      settings: { ...settings, effort: 'high', fastMode: true, runBudget: '40' },
    });
    const { run, runBudget } = retryRequestOf(chosen);
    expect(runBudget).toBe(40);
    expect(run).toEqual({
      prompt: 'A booking page for this studio',
      model: 'opus',
      effort: 'high',
      fastMode: true,
    });
  });

  it('sends everything that was chosen, under the names of the service', () => {
    const draft = draftFixture({
      label: ' Studio Nord ',
      description: 'Classes',
      settings: { ...settings, fastMode: true, groupId: 'g1', engine: 'v2', infrastructureCap: '50' },
      attachments: [
        {
          id: 'a',
          name: 'photo.jpg',
          description: 'The room',
          source: { kind: 'address', url: 'https://e.org/p.jpg' },
        },
        {
          id: 'b',
          name: 'menu.pdf',
          description: '',
          source: { kind: 'file', bytes: 3, mime: 'application/pdf' },
        },
      ],
      secrets: [{ id: 's', name: ' MAIL_KEY ', environment: 'production' }],
    });
    expect(launchBody(draft, { s: 'value' }, { b: 'AAAA' })).toEqual({
      projectId: 'studio-nord-classes',
      prompt: 'A booking page for this studio',
      model: 'opus',
      effort: 'high',
      fastMode: true,
      label: 'Studio Nord',
      description: 'Classes',
      groupId: 'g1',
      engineVersion: 'v2',
      files: [
        { name: 'photo.jpg', description: 'The room', url: 'https://e.org/p.jpg' },
        { name: 'menu.pdf', content: 'AAAA' },
      ],
      creditLimits: { maxDevelopmentCreditsPerMonth: 500, maxInfrastructureCreditsPerMonth: 50 },
      secrets: [{ secretName: 'MAIL_KEY', secretValue: 'value', environment: 'production' }],
    });
  });

  it("sends a design tool's token only where one was typed, and stores none (Launch Project, designtool)", () => {
    const draft = draftFixture({ designtool: true });
    expect(launchRequestOf(draft)).toMatchObject({ designtool: true });
    expect(launchBody(draft, { [DESIGNTOOL_TOKEN]: 'fig_token' }, {})).toMatchObject({
      designtool: { token: 'fig_token' },
    });
    expect(launchBody(draftFixture({}), { [DESIGNTOOL_TOKEN]: 'fig_token' }, {})).not.toHaveProperty(
      'designtool',
    );
  });

  it.each([
    ['500', 500],
    ['', null],
  ])('names with a budget the cap that the project keeps: "%s" is %s', (developmentCap, keeps) => {
    const draft = draftFixture({ settings: { ...settings, developmentCap, runBudget: '30' } });
    expect(launchRequestOf(draft).runBudget).toBe(30);
    expect(launchBody(draft, {}, {})).toMatchObject({
      creditLimits: { maxDevelopmentCreditsPerMonth: keeps },
    });
  });

  it('asks for fast mode only where it counts', () => {
    const draft = draftFixture({ settings: { ...settings, model: 'sonnet', fastMode: true } });
    expect(launchBody(draft, {}, {})).not.toHaveProperty('fastMode');
  });

  it('holds neither the contents of files nor the values of secrets', () => {
    const draft = draftFixture({
      attachments: [
        {
          id: 'b',
          name: 'menu.pdf',
          description: '',
          source: { kind: 'file', bytes: 3, mime: 'application/pdf' },
        },
      ],
      secrets: [{ id: 's', name: 'MAIL_KEY', environment: 'both' }],
    });
    expect(launchRequestOf(draft)).toMatchObject({
      files: [{ contentId: 'b', file: { name: 'menu.pdf' } }],
      secrets: [{ valueId: 's', secret: { secretName: 'MAIL_KEY', environment: 'both' } }],
    });
  });
});
