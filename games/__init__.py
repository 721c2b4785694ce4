"""The rules of the games played at our tables: values in, values out, no input or output."""
