import { act } from './act.ts';
import { settingsNow } from './page-state.ts';

export const isProjectMuted = (projectId: string): boolean =>
  settingsNow.value.silencedProjects.includes(projectId);

/** Whether this browser tells of a project's news. */
export function muteProject(projectId: string, is: boolean) {
  const settings = settingsNow.peek();
  const others = settings.silencedProjects.filter((one) => one !== projectId);
  return act('saveSettings', {
    settings: { ...settings, silencedProjects: is ? [...others, projectId] : others },
  });
}
