// The engine's requests about a file of one's own. Every method rejects with ControlError or EngineStopped.
import { Control } from "../engine/control.ts";
import type { Profile, ProfiledSheet, ProfilePartitions, ProfileProgress } from "../engine/types.ts";

/** What a reader decides before the sheet is filled. */
export interface Choices {
  types: Record<string, string>; // of columns, instead of the narrowest that fits
  filters: string;
  keys: number[]; // positions among Profile.keys
}

export class ProfileControl extends Control {
  /** Begins with a file, and forgets the one before. */
  async begin(file: File): Promise<void> {
    await this.ask(`/-/profile?name=${encodeURIComponent(file.name)}&size=${file.size}`, { method: "PUT" });
  }

  /** Reads the next slice. */
  add(slice: ArrayBuffer, last: boolean): Promise<ProfileProgress> {
    return this.answer(`/-/profile?last=${last}`, { method: "POST", body: slice });
  }

  /** Ends the file with the rows so far. */
  cut(): Promise<ProfileProgress> {
    return this.answer("/-/profile?cut=true", { method: "POST" });
  }

  /** What is known of the file, with some of its values if they are asked for. */
  report(values: boolean): Promise<Profile> {
    return this.get(`/-/profile?values=${values}`);
  }

  /** The partitions that columns make, by their positions. */
  partitionsOf(columns: readonly number[]): Promise<ProfilePartitions> {
    return this.get(`/-/profile/${columns.join(",")}/partitions?values=true`);
  }

  filledSheet(choices: Choices): Promise<ProfiledSheet> {
    return this.post("/-/profile/keys/sheet", choices);
  }

  /** Rows of whole groups as JSON lines. */
  async sample(): Promise<string> {
    return (await this.ask("/-/profile/rows/sample")).text();
  }

  async forget(): Promise<void> {
    await this.ask("/-/profile", { method: "DELETE" });
  }

  private async answer(path: string, init: RequestInit): Promise<ProfileProgress> {
    return (await this.ask(path, init)).json() as Promise<ProfileProgress>;
  }
}
