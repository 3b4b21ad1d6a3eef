import type { Device, PairingCode } from '../../shared/edge-api/pairing.ts';
import type { Role } from '../../shared/edge-api/role.ts';
import type { ConnectionTrial } from '../connection/try-connection.ts';
import type { Settings } from '../storage/settings.ts';

type Nothing = Record<string, never>;

/** What pages ask of the background: what each command carries, and what it answers when it succeeds. */
export type Commands = {
  refresh: { input: { fresh: boolean }; answer: null };
  pair: { input: { address: string; code: string; name: string }; answer: { role: Role } };
  unpair: { input: Nothing; answer: null };
  acknowledge: { input: { id: string }; answer: null };
  stopRun: { input: { projectId: string }; answer: null };
  setCap: {
    input: {
      itemId: string;
      projectId: string;
      category: 'development' | 'infrastructure';
      /** Null: no cap. */
      from: number | null;
      to: number | null;
    };
    answer: null;
  };
  setFeatureBudget: {
    input: {
      itemId: string;
      projectId: string;
      feature: string;
      field: 'monthlyCreditCap' | 'monthlyUnitCap';
      from: number;
      to: number;
    };
    answer: null;
  };
  saveSettings: { input: { settings: Settings }; answer: null };
  tryConnection: { input: Nothing; answer: ConnectionTrial };
  listDevices: { input: Nothing; answer: Device[] };
  invite: { input: { role: Role }; answer: PairingCode };
  /** Null: no guard. */
  setDailySpend: { input: { deviceId: string; credits: number | null }; answer: null };
  revokeDevice: { input: { deviceId: string }; answer: null };
  resetAll: { input: Nothing; answer: null };
};

export type CommandName = keyof Commands;
export type CommandInput<N extends CommandName> = Commands[N]['input'];
export type CommandAnswer<N extends CommandName> = Commands[N]['answer'];
