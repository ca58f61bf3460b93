// The worker for programs that ask for tables alone.
import { beginWith } from "./program/clients.ts";

beginWith([]);
